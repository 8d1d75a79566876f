/** The lobby as it changes: open challenges and games to watch. */

import { socketAddress } from "./api";
import type { Lobby, LobbyMessage, Pong } from "./messages";
import { Link } from "./socket";

export function followLobby(onlobby: (lobby: Lobby) => void): { close(): void } {
  const pong = (n: number): Pong => ({ t: "pong", n });
  const line: Link<LobbyMessage, Pong> = new Link<LobbyMessage, Pong>(
    socketAddress("/lobby/live"),
    {
      onmessage: (message) => {
        if (message.t === "lobby") onlobby(message);
        else if (message.t === "ping") line.send(pong(message.n));
      },
      onstate: () => undefined,
    },
    null,
  );
  return line;
}
