import { useState } from 'react'
import { ApiRefusal, ApiUnreachable } from '../api/api.ts'
import { useErrorMessage } from './error-message.ts'
import { toast } from './toast.ts'
import { showUnreachable } from './use-submit.ts'

/** Carries out what a press asks for, one at a time. Trouble is a toast: there is no field to stand beside. */
export function useAction() {
  const [isUnderWay, setIsUnderWay] = useState(false)
  const words = useErrorMessage()
  const attempt = async (deed: () => Promise<void>): Promise<void> => {
    if (isUnderWay) return
    setIsUnderWay(true)
    try {
      await deed()
    } catch (error) {
      if (error instanceof ApiUnreachable) showUnreachable()
      // A login that holds no more is told of where every call goes through.
      else if (!(error instanceof ApiRefusal)) throw error
      else if (error.code !== 'UNAUTHORIZED') toast.error(words(error.code) ?? '', error.code)
    } finally {
      setIsUnderWay(false)
    }
  }
  return [isUnderWay, attempt] as const
}
