import type { Deps } from '../deps.ts'
import { findAttempt } from '../ledger/attempt-store.ts'
import type { AttemptRow } from '../ledger/tables.ts'
import { providerOf } from './provider-of.ts'
import { recordPayment } from './settle-attempt.ts'

/** An attempt that its provider has a payment of. */
export type ChargedAttempt = AttemptRow & { providerId: string }

/** The attempt, if money came by it. What we do not know yet, the provider is asked: news of a refund may come first. */
export async function chargedAttempt(deps: Deps, attemptId: string): Promise<ChargedAttempt | undefined> {
  const attempt = await findAttempt(deps.db, attemptId)
  const providerId = attempt?.providerId
  if (!attempt || !providerId) return undefined
  if (attempt.state === 'succeeded') return { ...attempt, providerId }
  await recordPayment(deps, attempt, await providerOf(deps, attempt).fetchPayment(providerId))
  const settled = await findAttempt(deps.db, attemptId)
  return settled?.state === 'succeeded' ? { ...settled, providerId } : undefined
}
