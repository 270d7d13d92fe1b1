import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'

/** Someone else changed the object after it was loaded. */
export type Conflict = { by: string | null; at: number | null }

/** @returns null for any other failure. */
export function readConflict(error: unknown): Conflict | null {
  if (!isRefusal(error, 'EDIT_CONFLICT')) return null
  const { by, at } = error.details
  return { by: typeof by === 'string' ? by : null, at: typeof at === 'number' ? at : null }
}
