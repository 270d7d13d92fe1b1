import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant, formatRemaining, msUntilChange, readRemaining, runAt } from './countdown.ts'

/**
 * When an offer ends: a date, and a countdown in the last day. The line is there before its text, which needs the player's
 * time zone. Screen readers find it and are not interrupted.
 */
export function EndsAt({ at, className }: { at: string | number; className?: string }) {
  const { t, i18n } = useTranslation('prices')
  const end = typeof at === 'number' ? at : Date.parse(at)
  const now = useClock(end)
  return (
    <p className={className}>
      {now === null ? '\u00a0' : <time dateTime={new Date(end).toISOString()}>{describeEnd(end - now)}</time>}
    </p>
  )

  function describeEnd(restMs: number): string {
    if (restMs <= 0) return t('offer.ended')
    const remaining = readRemaining(restMs)
    return remaining
      ? t('offer.endsIn', { time: formatRemaining(remaining, i18n.language) })
      : t('offer.until', { date: formatInstant(end, i18n.language) })
  }
}

/** The time, as often as a countdown to an instant needs it; null until the page has hydrated. */
function useClock(end: number): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    setNow((shown) => shown ?? Date.now())
    if (now === null) return
    const waitMs = msUntilChange(end - now)
    return waitMs === null ? undefined : runAt(now + waitMs, () => setNow(Date.now()))
  }, [end, now])
  return now
}
