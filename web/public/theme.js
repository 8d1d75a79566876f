// Runs before anything is drawn: a page that was chosen to be dark is never light first.
try {
  const { theme } = JSON.parse(localStorage.getItem("ninefold") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage is switched off or spoiled: the device decides
}
