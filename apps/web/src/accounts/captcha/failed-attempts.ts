import type { InitialConfig } from '@playhub/contract'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'
import { localStore, storageKeys } from '../../lib/browser/storage.ts'
import { updateHubContext, useHubContext } from '../../lib/context/hub-context.ts'
import { useInitialConfig } from '../../lib/context/page-context.ts'

const DEFAULT_LIMIT = 5

/** Refusals counted as a failed attempt (specification §8). */
const counted: readonly string[] = [
  'USER_NOT_EXIST_LOGIN_BY_EMAIL',
  'INVALID_PASSWORD_LOGIN_BY_EMAIL',
  'USER_EXIST_REGISTER_BY_EMAIL',
  'USER_NOT_EXIST_RECOVERY_PASSWORD',
  'PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD',
  'SEND_VERIFICATION_CODE_INCORRECT',
  'SEND_RECOVERY_PASSWORD_CODE_INCORRECT',
]

const emitter = createEmitter()

/** Consecutive failed attempts in this browser. Only a hint: the server has its own count and decides. */
function failedAttempts(): number {
  const stored = Number(localStore.get(storageKeys.failedAttempts))
  return Number.isSafeInteger(stored) && stored > 0 ? stored : 0
}

function countIfFailedAttempt(code: string): void {
  if (!counted.includes(code)) return
  localStore.set(storageKeys.failedAttempts, String(failedAttempts() + 1))
  emitter.emit()
}

/** Wraps a form's request, to count its refusals as failed attempts. */
export function countingFailures<Values>(send: (values: Values) => Promise<void>) {
  return (values: Values) =>
    send(values).catch((error: unknown) => {
      if (isRefusal(error)) countIfFailedAttempt(error.code)
      throw error
    })
}

export function resetFailedAttempts(): void {
  localStore.remove(storageKeys.failedAttempts)
  updateHubContext({ showCaptcha: false })
  emitter.emit()
}

/** The server requires a captcha, whatever the local count. */
export function requireCaptcha(): void {
  updateHubContext({ showCaptcha: true })
}

export function attemptLimit(settings: InitialConfig['settings']): number {
  const limit = Number(settings.find(({ id }) => id === 'failedAttemptLimit')?.value)
  return Number.isSafeInteger(limit) && limit > 0 ? limit : DEFAULT_LIMIT
}

/** Other tabs share the counter. */
function subscribe(onChange: () => void): () => void {
  const unsubscribe = emitter.subscribe(onChange)
  window.addEventListener('storage', onChange)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onChange)
  }
}

/** True from when the counter reaches its limit until it is reset. */
export function useIsCaptchaRequired(): boolean {
  const attempts = useSyncExternalStore(subscribe, failedAttempts, () => 0)
  const { settings } = useInitialConfig()
  const { showCaptcha } = useHubContext()
  return showCaptcha || attempts >= attemptLimit(settings)
}
