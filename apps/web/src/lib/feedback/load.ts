import { ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { data } from 'react-router'
import type errors from '../../i18n/en/errors.json'
import { showToast } from './show-toast.ts'

export type ToastCode = keyof typeof errors.toast

/** A failed loader's message to the error screen. */
export type LoadFailure = { toast: ToastCode; kind: 'offline' | 'server' }

export function isLoadFailure(value: unknown): value is LoadFailure {
  return typeof value === 'object' && value !== null && 'toast' in value && 'kind' in value
}

/** A refusal's code: an `ApiRefusal` in the browser, a `Refusal` during server rendering. */
export function readErrorCode(error: unknown): string | null {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && typeof error.code === 'string' ? error.code : null
}

/**
 * Fetches a loader's data. A failure shows the toast from specification §8 and throws for the error screen.
 * @param toastCode  The specification's code, with a text in `errors.toast`.
 * @param handled    Refusal codes handled by the loader itself; these errors are rethrown.
 */
export async function load<T>(
  toastCode: ToastCode,
  fetch: () => Promise<T>,
  handled: string[] = [],
): Promise<T> {
  try {
    return await fetch()
  } catch (error) {
    if (handled.includes(readErrorCode(error) ?? '')) throw error
    showErrorToast(toastCode)
    const kind = error instanceof ApiUnreachable ? 'offline' : 'server'
    throw data({ toast: toastCode, kind } satisfies LoadFailure, { status: 503 })
  }
}

/** Shows the toast for a specification §8 code. */
export function showErrorToast(code: ToastCode): void {
  void showToast('error', (t) => t(`errors:toast.${code}`), code)
}
