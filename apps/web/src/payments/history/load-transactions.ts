import type { Transaction } from '@playhub/contract'
import { call } from '../../lib/api/api.ts'

const PAGE_SIZE = 20

export type HistoryPage = { rows: Transaction[]; hasMore: boolean }

/**
 * Payments, newest first.
 * @param project  Of one project only; of all when left out.
 * @param before   The payment that the page before ended with.
 */
export async function loadHistory(project?: string, before?: string): Promise<HistoryPage> {
  const query = { project, before, limit: PAGE_SIZE + 1 }
  const { result } = (await call('GET /payments/get-user-payments', { query })).data
  return { rows: result.slice(0, PAGE_SIZE), hasMore: result.length > PAGE_SIZE }
}
