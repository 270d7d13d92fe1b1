import { ApiRefusal, ApiUnreachable, toErrorCode } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { usePendingAction } from '@playhub/ui/feedback/use-pending-action.ts'
import { showUnreachable } from '@playhub/ui/feedback/use-submit.ts'
import { useErrorMessage } from './error-message.ts'

/**
 * Runs a button's action, one at a time, and shows a failure as a toast: with `failureMessage`, else with the
 * refusal's message. Forms use `useSubmit`.
 */
export function useAction() {
  const [isPending, runOne] = usePendingAction()
  const getErrorMessage = useErrorMessage()
  const run = (action: () => Promise<void>, failureMessage?: string): Promise<void> =>
    runOne(action, (error) => {
      if (failureMessage) toast.error(failureMessage, failureMessage)
      else if (error instanceof ApiUnreachable) showUnreachable()
      else if (!(error instanceof ApiRefusal)) throw error
      // `api.ts` handles an expired login.
      else if (error.code !== 'UNAUTHORIZED')
        toast.error(getErrorMessage(toErrorCode(error)) ?? '', error.code)
    })
  return [isPending, run] as const
}
