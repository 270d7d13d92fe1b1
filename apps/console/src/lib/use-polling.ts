import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const POLL_MS = 15_000

/** Loads the page's data again every 15 s while the tab is visible, and when it becomes visible. */
export function usePolling(): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const poll = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(poll, POLL_MS)
    document.addEventListener('visibilitychange', poll)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [revalidate])
}
