const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** What a countdown shows: nothing above a day, where the date says more. */
export type Remaining = { hours: number; minutes: number } | { seconds: number }

/** @returns null above a day and after the end. Rounded up, so it never says zero before the end. */
export function readRemaining(restMs: number): Remaining | null {
  if (restMs > DAY_MS || restMs <= 0) return null
  if (restMs <= MINUTE_MS) return { seconds: Math.ceil(restMs / SECOND_MS) }
  const minutes = Math.ceil(restMs / MINUTE_MS)
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** Time until the countdown shows something else; null after its end. */
export function msUntilChange(restMs: number): number | null {
  if (restMs <= 0) return null
  if (restMs > DAY_MS) return Math.min(restMs - DAY_MS, HOUR_MS)
  const step = restMs <= MINUTE_MS ? SECOND_MS : MINUTE_MS
  return restMs % step || step
}

/** "5 hr 12 min", "48 sec" */
export function formatRemaining(remaining: Remaining, language: string): string {
  const parts = Object.entries(remaining).filter(([unit, value]) => value > 0 || unit === 'seconds')
  return parts
    .map(([unit, value]) =>
      new Intl.NumberFormat(language, {
        style: 'unit',
        unit: unit.slice(0, -1),
        unitDisplay: 'short',
      }).format(value),
    )
    .join(' ')
}

/** "December 30 at 3:00 AM", in the player's time zone. */
export function formatInstant(instant: number, language: string): string {
  const options = { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, options).format(instant)
}

/** The longest pause between two looks at the clock: timers stop while the device sleeps. */
const longestPauseMs = MINUTE_MS

/**
 * Runs once an instant has passed and the tab is seen, also where the device sleeps meanwhile.
 * @returns cancels it
 */
export function runAt(instant: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    const restMs = instant - Date.now()
    if (restMs > 0) timer = setTimeout(check, Math.min(restMs, longestPauseMs))
    else if (!document.hidden) {
      cancel()
      run()
    }
  }
  const cancel = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', check)
  }
  document.addEventListener('visibilitychange', check)
  check()
  return cancel
}
