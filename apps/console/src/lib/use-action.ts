import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { usePendingAction } from '@playhub/ui/feedback/use-pending-action.ts'
import { ReauthenticationCancelled } from './api.ts'
import { getErrorMessage } from './error-message.ts'

/** Shows a failed call as a toast. A fault of ours is thrown again, for the error screen and the log. */
export function showError(error: unknown): void {
  if (error instanceof ReauthenticationCancelled) return
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
  const [isPending, run] = usePendingAction()
  return [isPending, (action: () => Promise<void>) => run(action, onError)] as const
}
