import { formatMoney, type RefusalCode } from '@playhub/contract'
import { type Refund, refundOrder, retryRefund } from '../payments/index.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/observability/log.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Operator } from './commands.ts'

const usage =
  'Say which payment, how much unless it is all that is left, and why: refund <paymentId> 1.50 --reason "…"'

type Details = { left?: number; smallest?: number }

const words: Partial<Record<RefusalCode, (details: Details) => string>> = {
  PAYMENT_NOT_FOUND: () => 'There is no such payment.',
  PAYMENT_NOT_PAID: () => 'Nothing was charged for this payment.',
  REFUND_EXCEEDS_PAID: ({ left = 0 }) => `That is more than is left of this payment: ${left / 100} is left.`,
  REFUND_TOO_SMALL: ({ smallest = 0 }) =>
    `The provider returns ${smallest / 100} at least, and leaves that much or nothing.`,
}

/** Writes down that money goes back; the running hub asks the provider within a second. The same words are the same refund. */
export async function refundPayment(operator: Operator, paymentId: string, more: string[]): Promise<number> {
  const wish = readWish(more)
  if (!wish) {
    operator.say(usage)
    return 1
  }
  const key = `${wish.amountMinor ?? 'rest'}:${wish.reason}`
  const asked = { ...wish, orderId: paymentId, requestedBy: 'operator', key } as const
  return tellOf(operator, (deps) => refundOrder(deps, asked))
}

/** Asks once more for a refund that has failed: of a payment, or of a second charge that was to go back. */
export async function retryFailedRefund(operator: Operator, refundId: string): Promise<number> {
  return tellOf(operator, (deps) => retryRefund(deps, refundId))
}

async function tellOf(
  { openDb, clock, say }: Operator,
  ask: (deps: Parameters<typeof refundOrder>[0]) => Promise<Refund | undefined>,
): Promise<number> {
  const db = await openDb()
  try {
    const jobs = createJobs({ db, clock, log: createLog('silent') })
    return tell(say, await ask({ db, clock, jobs }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    say(words[error.code]?.(error.details as Details) ?? error.code)
    return 1
  } finally {
    await db.destroy()
  }
}

function tell(say: Operator['say'], refund: Refund | undefined): number {
  if (!refund) {
    say('There is no such refund.')
    return 1
  }
  const { id, state, error } = refund
  const sum = formatMoney(refund, 'en')
  if (state === 'failed') {
    say(`The refund ${id} of ${sum} has failed: ${error}. To try once more: refund retry ${id}`)
    return 1
  }
  say(`The refund ${id} of ${sum} is ${state === 'pending' ? 'on its way' : 'done'}.`)
  return 0
}

/** `1.50 --reason It did not arrive`, in the currency of the payment; undefined when it cannot be understood. */
function readWish(more: string[]): { amountMinor?: number; reason: string } | undefined {
  const place = more.indexOf('--reason')
  const reason = more
    .slice(place + 1)
    .join(' ')
    .trim()
  if (place < 0 || place > 1 || reason === '') return undefined
  if (place === 0) return { reason }
  const [, units, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(more[0] ?? '') ?? []
  const amountMinor = Number(units) * 100 + Number(cents.padEnd(2, '0'))
  return amountMinor > 0 ? { amountMinor, reason } : undefined
}
