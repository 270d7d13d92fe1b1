import { useState } from 'react'
import { getErrorMessage } from '../lib/error-message.ts'
import { PasskeyCancelled } from '../lib/passkeys.ts'
import { useAction } from '../lib/use-action.ts'

/** Runs a step of the login. Its error is shown beside the form. */
export function useStep() {
  const [error, setError] = useState<string>()
  const [isPending, run] = useAction((failure) => {
    if (!(failure instanceof PasskeyCancelled)) setError(getErrorMessage(failure))
  })
  const runStep = (action: () => Promise<void>) => {
    setError(undefined)
    return run(action)
  }
  return { error, setError, isPending, run: runStep }
}
