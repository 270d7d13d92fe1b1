import { data } from 'react-router'
import type errors from '../../i18n/en/errors.json'
import { ApiUnreachable } from '../api/api.ts'
import { browserTexts } from '../language/texts.ts'
import { toast } from './toast.ts'

export type ToastCode = keyof typeof errors.toast

/** What an error screen gets to know about a loader that failed. */
export type LoadFailure = { toast: ToastCode; kind: 'offline' | 'server' }

export function isLoadFailure(value: unknown): value is LoadFailure {
  return typeof value === 'object' && value !== null && 'toast' in value && 'kind' in value
}

/** The refusal code an error carries, from our client or from the server's own refusals. */
export function codeOf(error: unknown): string | null {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && typeof error.code === 'string' ? error.code : null
}

/**
 * Fetches for a loader. Trouble is announced by the specification's toast (§8) and thrown for the error screen.
 * @param toastCode  The specification's code; its words are in `errors.toast`.
 * @param answered   Refusals the loader deals with itself; they pass through.
 */
export async function load<T>(
  toastCode: ToastCode,
  fetch: () => Promise<T>,
  answered: string[] = [],
): Promise<T> {
  try {
    return await fetch()
  } catch (error) {
    if (answered.includes(codeOf(error) ?? '')) throw error
    showErrorToast(toastCode)
    const kind = error instanceof ApiUnreachable ? 'offline' : 'server'
    throw data({ toast: toastCode, kind } satisfies LoadFailure, { status: 503 })
  }
}

/** Shows the toast of a code of specification §8. */
export function showErrorToast(code: ToastCode): void {
  if (import.meta.env.SSR) return
  toast.error(browserTexts().t(`errors:toast.${code}`), code)
}
