import { useRef, useState } from 'react'

/** Runs an action, one at a time. */
export function usePendingAction() {
  const [isPending, setIsPending] = useState(false)
  const isRunning = useRef(false)
  const run = async (action: () => Promise<void>, onError: (error: unknown) => void): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setIsPending(true)
    try {
      await action()
    } catch (error) {
      onError(error)
    } finally {
      isRunning.current = false
      setIsPending(false)
    }
  }
  return [isPending, run] as const
}
