import { useEffect, useState } from 'react'

/** 61 → "01:01" */
export function clockTime(seconds: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`
}

export const instantIn = (seconds: number) => Date.now() + seconds * 1000

/** The whole seconds until an instant, updated every second down to zero. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = instant <= now
  useEffect(() => {
    setNow(Date.now())
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((instant - now) / 1000))
}
