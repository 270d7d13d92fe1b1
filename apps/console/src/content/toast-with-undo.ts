import { retryImport } from '@playhub/ui/feedback/retry-import.ts'

const UNDO_MS = 10_000

/** Says what has happened, with a button that undoes it, for ten seconds. */
export async function showUndoToast(text: string, label: string, undo: () => void): Promise<void> {
  const { showToast } = await retryImport(() => import('@playhub/ui/feedback/toaster.tsx'))
  showToast('success', text, undefined, { label, onClick: undo, durationMs: UNDO_MS })
}
