import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useRef, useState } from 'react'
import { ProofCancelled } from './api.ts'
import { getErrorMessage } from './error-message.ts'

/** Shows a failed call as a toast. A fault of ours is thrown again, for the error screen and the log. */
export function showError(error: unknown): void {
  if (error instanceof ProofCancelled) return
  if (!(error instanceof ApiRefusal || error instanceof ApiUnreachable)) throw error
  // The login page opens by itself.
  if (error instanceof ApiRefusal && error.code === 'OPERATOR_UNAUTHORIZED') return
  toast.error(getErrorMessage(error), error.name)
}

/**
 * Runs a mutation, one at a time.
 * @param onError  Shows the failure; a toast by default.
 */
export function useAction(onError: (error: unknown) => void = showError) {
  const [isPending, setIsPending] = useState(false)
  const isRunning = useRef(false)
  const run = async (action: () => Promise<void>): Promise<void> => {
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
