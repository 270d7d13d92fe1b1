import type { SavedReply } from '@playhub/contract/operator'
import { callOperator } from '../lib/api.ts'

/** Sorted by language and title. */
export async function loadReplies(): Promise<SavedReply[]> {
  return (await callOperator('GET /replies')).data.result
}
