import type { Transaction } from '@playhub/contract'
import { groupBy } from '@playhub/contract/browsers/newer-builtins'
import { call } from '../../lib/api/api.ts'

const PAGE_SIZE = 20

export type TransactionFilter = {
  /** Only this project's payments. */
  project: string | undefined
  /** Only payments that the player may withdraw from. */
  isWithdrawing: boolean
}

export type TransactionsPage = { rows: Transaction[]; hasMore: boolean }

/**
 * Loads a page of payments, newest first.
 * @param before  The last payment id on the previous page.
 */
export async function loadTransactions(
  { project, isWithdrawing }: TransactionFilter,
  before?: string,
): Promise<TransactionsPage> {
  const withdrawable = isWithdrawing ? ('true' as const) : undefined
  const query = { project, before, limit: PAGE_SIZE + 1, withdrawable, timeZone: getTimeZone() }
  const { result } = (await call('GET /payments/get-user-payments', { query })).data
  return { rows: result.slice(0, PAGE_SIZE), hasMore: result.length > PAGE_SIZE }
}

export function getTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A date in the player's time zone as YYYY-MM-DD (specification §9). */
export function formatIsoDate(timestamp: number): string {
  const date = new Date(timestamp)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

export type Month = { name: string; rows: Transaction[] }

/** Groups payments, newest first, by the month in the player's time zone: "November 2026". */
export function groupByMonth(rows: Transaction[], language: string): Month[] {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' })
  const months = groupBy(rows, ({ createTs }) => format.format(createTs))
  return [...months].map(([name, rows]) => ({ name, rows }))
}
