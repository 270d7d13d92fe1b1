import { Refusal } from '../../platform/refusal.ts'
import type { Deps } from '../deps.ts'
import { supersedeAttempt } from '../ledger/attempt-store.ts'
import type { Verdict } from '../ledger/payment-check.ts'
import type { AttemptRow } from '../ledger/tables.ts'
import { isProviderTrouble } from '../provider.ts'
import { recordPayment } from '../settlement/settle-attempt.ts'

/**
 * Closes an order's open attempt because its player chose another way to pay. The provider is asked first. What it
 * cannot close, as YooKassa, or does not answer about, is closed here and watched by reconciliation until it has ended
 * there: should it be paid after all, it pays the order when nothing else has, else it is returned at once.
 * @throws Refusal PAYMENT_ALREADY_PAID when the money was faster, PAYMENT_IN_PROGRESS when money that came is held
 */
export async function supersede(deps: Deps, attempt: AttemptRow): Promise<void> {
  const verdict = await cancelAtProvider(deps, attempt)
  if (verdict?.kind === 'paid') throw new Refusal('PAYMENT_ALREADY_PAID')
  if (verdict?.kind === 'held') throw new Refusal('PAYMENT_IN_PROGRESS')
  await supersedeAttempt(deps.db, attempt.id, deps.clock.now())
}

/** Undefined when the provider did not say. */
async function cancelAtProvider(deps: Deps, attempt: AttemptRow): Promise<Verdict | undefined> {
  const provider = deps.providers[attempt.provider]
  if (!provider || attempt.providerId === null) return undefined
  try {
    return await recordPayment(deps, attempt, await provider.cancel(attempt.providerId))
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    deps.log.warn(
      { order: attempt.orderId, attempt: attempt.id, reason: error.message },
      'A payment that is no longer wanted could not be closed at its provider',
    )
    return undefined
  }
}
