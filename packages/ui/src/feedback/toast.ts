import { retryImport } from './retry-import.ts'
import type { ToastKind } from './toaster.tsx'

/** Shows a short message. Screen readers announce it. The toaster loads with the first one. */
export const toast = { success: show('success'), error: show('error'), info: show('info') }

function show(kind: ToastKind) {
  /** @param id  A toast with the same id replaces the earlier one. */
  return (text: string, id?: string): void => {
    if (import.meta.env.SSR) return
    void retryImport(() => import('./toaster.tsx')).then(({ showToast }) => showToast(kind, text, id))
  }
}
