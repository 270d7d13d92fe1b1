/** Runs before the start data is written back for a reload. */
export function onLeave(run: () => void): void {
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', run, true)
  window.addEventListener('pagehide', run, true)
}
