import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { type Deps, getProvider } from '../deps.ts'
import { AttemptPayload, CardPayload, jobKinds, providerCallQueue } from '../jobs.ts'
import { ProviderRefused } from '../provider.ts'
import { findAttempt, takeRemembering } from '../records/attempt-store.ts'
import { findOrder } from '../records/order-store.ts'
import { deleteCard, findRemovedCard } from './card-store.ts'
import { keepCard, removeAllCards } from './remembered-cards.ts'

const maxForgettingTries = 100

export function defineCardJobs(deps: Deps): void {
  deps.jobs.define(jobKinds.rememberCard, {
    queue: providerCallQueue,
    run: (payload) => rememberCard(deps, AttemptPayload.parse(payload).attemptId),
  })
  deps.jobs.define(jobKinds.forgetCard, {
    queue: providerCallQueue,
    // A provider may be down for long, and the card must go all the same.
    retryDelayMs: (attempt) =>
      attempt > maxForgettingTries ? null : Math.min(2 ** (attempt - 1) * SECOND_MS, HOUR_MS),
    run: (payload) => forgetCard(deps, CardPayload.parse(payload).cardId),
  })
}

/** Remembers the card that has paid, once. The account may have been erased since. */
async function rememberCard(deps: Deps, attemptId: string): Promise<void> {
  const attempt = await findAttempt(deps.db, attemptId)
  if (attempt?.card !== 'remember' || attempt.providerPaymentId === null) return
  const playerId = (await findOrder(deps.db, attempt.orderId))?.playerId
  if (playerId === undefined) return
  const { savedCard } = await getProvider(deps, attempt).fetchPayment(attempt.providerPaymentId)
  await transact(deps.db, async (tx) => {
    const hasAccount = await deps.lockAccount(tx, playerId)
    if (!(await takeRemembering(tx, attemptId)) || !savedCard) return
    await keepCard(deps, tx, playerId, { ...savedCard, provider: attempt.provider })
    if (!hasAccount) await removeAllCards(deps, tx, playerId)
  })
}

/** Has the provider forget a removed card. One that it refuses to forget is gone there. */
async function forgetCard(deps: Deps, cardId: string): Promise<void> {
  const card = await findRemovedCard(deps.db, cardId)
  if (!card) return
  try {
    await getProvider(deps, card).forgetCard?.(card.providerMethodId)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
  }
  await deleteCard(deps.db, cardId)
}
