import { formatMoney } from '@playhub/contract'
import { type Refund, refundOrder, retryRefund } from '../payments/index.ts'
import { type CommandDeps, type Operator, onDatabase, operationOf, type RefusalMessages } from './operator.ts'

const usage = 'Usage: refund <paymentId> [amount] --reason "…", such as: refund <paymentId> 1.50 --reason "…"'

const messages: RefusalMessages = {
  PAYMENT_NOT_FOUND: () => 'There is no such payment.',
  PAYMENT_NOT_PAID: () => 'The payment was never charged.',
  PAYMENT_DISPUTED: () =>
    "The buyer's bank disputes the payment: answer the dispute in the provider's dashboard. If you win, refund it then.",
  REFUND_EXCEEDS_PAID: ({ left = 0 }) => `Only ${left / 100} of the payment is left to refund.`,
  REFUND_TOO_SMALL: ({ smallest = 0 }) =>
    `The provider refunds at least ${smallest / 100}, and leaves at least that much or nothing.`,
}

/** Records a refund, which a running hub sends to the provider. Idempotent for equal amount and reason. */
export async function refundPayment(operator: Operator, orderId: string, more: string[]): Promise<number> {
  const wish = parseWish(more, operator.reason)
  if (!wish) {
    operator.print(usage)
    return 1
  }
  const key = `${wish.amountMinor ?? 'rest'}:${wish.reason}`
  return printRefund(operator, (deps) =>
    refundOrder(deps, {
      ...wish,
      ...{ orderId, requestedBy: 'operator', key, operation: operationOf(operator) },
    }),
  )
}

/** Retries a failed refund, also one of a second charge. */
export function retryFailedRefund(operator: Operator, refundId: string): Promise<number> {
  return printRefund(operator, (deps) => retryRefund(deps, refundId, operationOf(operator)))
}

function printRefund(
  operator: Operator,
  run: (deps: CommandDeps) => Promise<Refund | undefined>,
): Promise<number> {
  const { print } = operator
  const runAndPrint = async (deps: CommandDeps) => {
    const refund = await run(deps)
    if (!refund) {
      print('There is no such refund.')
      return 1
    }
    operator.answer(refund)
    const { id, state, error } = refund
    const amount = formatMoney(refund, 'en')
    if (state === 'failed') {
      print(`Refund ${id} of ${amount} has failed: ${error}. To try again: refund retry ${id}`)
      return 1
    }
    print(`Refund ${id} of ${amount} is ${state === 'pending' ? 'on its way' : 'done'}.`)
    return 0
  }
  return onDatabase(operator, runAndPrint, messages)
}

/** @param more  The amount, such as `1.50` in the currency of the payment; empty for all that is left. */
function parseWish(
  more: string[],
  reason: string | null,
): { amountMinor?: number; reason: string } | undefined {
  if (reason === null || more.length > 1) return undefined
  if (more[0] === undefined) return { reason }
  const [, units, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(more[0]) ?? []
  const amountMinor = Number(units) * 100 + Number(cents.padEnd(2, '0'))
  return amountMinor > 0 ? { amountMinor, reason } : undefined
}
