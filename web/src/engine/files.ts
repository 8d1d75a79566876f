/** Files of the engine that a page fetches when a variant needs them. */

/** The bytes of the file of that name; null where there is none of it. */
export async function fetchFile(addresses: Readonly<Record<string, string>>, name: string | undefined): Promise<Uint8Array | null> {
  const address = name && Object.entries(addresses).find(([path]) => path.endsWith(`/${name}`))?.[1];
  if (!address) return null;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
