import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { showUnreachable } from '@playhub/ui/feedback/use-submit.ts'
import { useState } from 'react'
import { useErrorMessage } from './error-message.ts'

/**
 * Runs a button's action, one at a time, and shows a failure as a toast: with `failureMessage`, else with the
 * refusal's message. Forms use `useSubmit`.
 */
export function useAction() {
  const [isPending, setIsPending] = useState(false)
  const getErrorMessage = useErrorMessage()
  const run = async (action: () => Promise<void>, failureMessage?: string): Promise<void> => {
    if (isPending) return
    setIsPending(true)
    try {
      await action()
    } catch (error) {
      if (failureMessage) toast.error(failureMessage, failureMessage)
      else if (error instanceof ApiUnreachable) showUnreachable()
      else if (!(error instanceof ApiRefusal)) throw error
      // `api.ts` handles an expired login.
      else if (error.code !== 'UNAUTHORIZED') toast.error(getErrorMessage(error.code) ?? '', error.code)
    } finally {
      setIsPending(false)
    }
  }
  return [isPending, run] as const
}
