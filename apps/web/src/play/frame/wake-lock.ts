/** Keeps the screen on while gameplay runs. The browser releases the lock whenever the page is hidden. */
export function createWakeLock() {
  let isWanted = false
  let lock: WakeLockSentinel | null = null

  async function apply(): Promise<void> {
    if (!isWanted || document.visibilityState !== 'visible' || (lock && !lock.released)) return
    // The system may refuse, for example to save the battery.
    const taken = await navigator.wakeLock?.request('screen').catch(() => null)
    if (!taken) return
    if (isWanted) lock = taken
    else await taken.release()
  }

  const onVisibility = () => void apply()
  document.addEventListener('visibilitychange', onVisibility)

  function setWanted(wanted: boolean): void {
    isWanted = wanted
    if (wanted) void apply()
    else {
      void lock?.release()
      lock = null
    }
  }

  return {
    setWanted,
    stop(): void {
      setWanted(false)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}
