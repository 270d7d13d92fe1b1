/** Passes time, and lets pending work at the providers finish. */
import { vi } from 'vitest'
import { ProviderRefused } from '../../src/payments/provider.ts'
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts'
import { isPossible, listPayments } from './provider-actions.ts'
import type { Run } from './run.ts'

/** Delivers the held-back responses and waits for the calls they end. */
export async function releaseResponses({ environment, heldBack }: Run): Promise<void> {
  environment.faults.releaseResponses()
  await Promise.all(heldBack.splice(0).map(({ end }) => end))
}

/** Advances the clock. First finishes everything too short to last, and the providers' work in real time. */
export async function passTime(run: Run, ms: number): Promise<void> {
  await releaseResponses(run)
  await finishRefunds(run)
  run.environment.clock.advance(ms)
}

/** Passes time and runs the due jobs. */
export async function advance(run: Run, ms: number): Promise<void> {
  await passTime(run, ms)
  await run.environment.runDueJobs()
}

/** Clears all faults, expires unpaid payments and runs every job in the following month. */
export async function finishEverything(run: Run): Promise<void> {
  const { environment, orders } = run
  environment.faults.clear()
  await environment.control.clearFaults()
  await environment.restoreGameServer()
  await releaseResponses(run)
  await environment.runDueJobs()
  await advance(run, DAY_MS + HOUR_MS)
  for (const orderId of orders) {
    for (const { id, provider } of await listPayments(run, orderId)) {
      if (provider === 'yookassa') await isPossible(environment.control.decide(id, { outcome: 'abandon' }))
    }
  }
  await releaseRefunds(run)
  // Comparing totals a month after a payment finds refunds and disputes whose events were lost.
  for (const ms of [2 * HOUR_MS, 2 * HOUR_MS, 31 * DAY_MS, 6 * HOUR_MS, 6 * HOUR_MS, 4 * DAY_MS])
    await advance(run, ms)
}

/** Lets pending refunds succeed. Those at Stripe do so by themselves within two seconds. */
export async function releaseRefunds(run: Run): Promise<void> {
  const { control } = run.environment
  for (const [id, fault] of run.refundFaults) {
    if (fault !== 'pend') continue
    if (await isPossible(control.rig(id, { refunds: 'succeed' }))) run.refundFaults.set(id, 'over')
  }
}

type SentRefund = { refundId: string; provider: string; providerPaymentId: string }

/** Waits for every refund its provider is about to finish. */
async function finishRefunds(run: Run): Promise<void> {
  const { db } = run.environment
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('attempts', 'attempts.id', 'refunds.attemptId')
    .select(['refunds.id as refundId', 'provider', 'providerPaymentId'])
    .where('refunds.orderId', 'in', run.orders)
    .where('refunds.state', '<>', 'failed')
    .execute()
  for (const refund of refunds as SentRefund[]) {
    await vi.waitFor(
      async () => {
        if (await isInProgress(run, refund)) throw new Error(`A refund at ${refund.provider} is in progress`)
      },
      { timeout: 15_000, interval: 100 },
    )
  }
}

/** Queries the provider directly, because the hub may not have recorded the refund's id there. */
async function isInProgress(
  run: Run,
  { refundId, provider, providerPaymentId }: SentRefund,
): Promise<boolean> {
  const { stripe, directProviders, sandboxUrl } = run.environment
  const fault = run.refundFaults.get(providerPaymentId)
  if (provider === 'stripe') {
    if (fault === undefined) return false
    const { data } = await stripe.refunds.list({ payment_intent: providerPaymentId })
    return data.some(({ status }) => status !== (fault === 'fail' ? 'failed' : 'succeeded'))
  }
  if (fault === 'pend') return false
  if (provider === 'yandex-pay') {
    const refund = await directProviders['yandex-pay']
      .fetchRefund({ providerPaymentId, refundId })
      .catch(nullIfRefused)
    return refund?.state === 'pending'
  }
  const response = await fetch(`${sandboxUrl}/v3/refunds?payment_id=${providerPaymentId}&status=pending`, {
    headers: { authorization: `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}` },
  })
  return ((await response.json()) as { items: unknown[] }).items.length > 0
}

function nullIfRefused(error: unknown): null {
  if (error instanceof ProviderRefused) return null
  throw error
}
