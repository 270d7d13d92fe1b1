import { useEffect, useState } from 'react'
import { showError } from './use-action.ts'

/**
 * Loads choices of a control when it is first shown.
 * @param isNeeded  False where the operator lacks the permission: a call would be recorded as refused.
 * @returns undefined until they are there.
 */
export function useLoaded<T>(load: () => Promise<T>, isNeeded = true): T | undefined {
  const [value, setValue] = useState<T>()
  useEffect(() => {
    let isShown = true
    if (isNeeded)
      load().then(
        (loaded) => isShown && setValue(loaded),
        (error: unknown) => isShown && showError(error),
      )
    return () => {
      isShown = false
    }
  }, [load, isNeeded])
  return value
}
