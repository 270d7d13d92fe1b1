import { type Currency, formatMoney } from '@playhub/contract'
import { expectOrderId } from '../../payments/operator/orders.ts'
import { type RequestedRefund, requestRefund, retryRefund } from '../../payments/refunds/refund-order.ts'
import { newId } from '../../platform/ids.ts'
import {
  type CommandContext,
  type CommandDeps,
  onDatabase,
  type RefusalMessages,
  toOperation,
} from '../command-context.ts'

const messages: RefusalMessages = {
  PAYMENT_NOT_FOUND: () => 'There is no such payment.',
  PAYMENT_NOT_PAID: () => 'The payment was never charged.',
  PAYMENT_DISPUTED: () =>
    "The buyer's bank disputes the payment: answer the dispute in the provider's dashboard. If you win, refund it then.",
  REFUND_EXCEEDS_PAID: ({ left, currency }) =>
    `Only ${money(left, currency)} of the payment is left to refund.`,
  REFUND_TOO_SMALL: ({ smallest, currency }) =>
    `The provider refunds at least ${money(smallest, currency)}, and leaves at least that much or nothing.`,
}

const money = (amountMinor: unknown, currency: unknown) =>
  formatMoney({ amountMinor: Number(amountMinor), currency: currency as Currency }, 'en')

/**
 * Records a refund, which a running hub sends to the provider. Each call is its own refund, unless it repeats an
 * earlier key.
 */
export async function refundPayment(
  context: CommandContext,
  [payment = '', amount]: string[],
  { key }: { key?: string },
): Promise<number> {
  const { print, reason } = context
  const amountMinor = amount === undefined ? undefined : parseAmount(amount)
  if (amount !== undefined && amountMinor === undefined) {
    print(`"${amount}" is no amount: write it as 10.50, in the currency of the payment.`)
    return 1
  }
  return printRefund(context, async (deps) => {
    const requested = await requestRefund(deps, {
      ...{ orderId: await expectOrderId(deps.db, payment), amountMinor, reason: reason ?? '' },
      ...{ requestedBy: 'operator', key: `key-${key ?? newId()}`, operation: toOperation(context) },
    })
    const isOther = amountMinor !== undefined && amountMinor !== requested.refund.amountMinor
    if (!isOther) return requested
    const { id } = requested.refund
    print(`The key ${key} belongs to the refund ${id} of another amount. Nothing was refunded.`)
    return undefined
  })
}

/** Retries a failed refund, also one for a second charge. */
export function retryFailedRefund(context: CommandContext, [refundId = '']: string[]): Promise<number> {
  return printRefund(context, async (deps) => {
    const retried = await retryRefund(deps, refundId, toOperation(context))
    if (!retried) context.print('There is no such refund.')
    return retried
  })
}

/** @param run  Undefined after it has printed why there is no refund. */
function printRefund(
  context: CommandContext,
  run: (deps: CommandDeps) => Promise<RequestedRefund | undefined>,
): Promise<number> {
  const { print } = context
  const runAndPrint = async (deps: CommandDeps) => {
    const requested = await run(deps)
    if (!requested) return 1
    const { refund, isNew } = requested
    context.setJson(isNew ? refund : { ...refund, isNew })
    const { id, state, error } = refund
    const name = `Refund ${id} of ${formatMoney(refund, 'en')}`
    if (state === 'failed') {
      print(`${name} has failed: ${error}. To try again: refund retry ${id}`)
      return 1
    }
    const progress = state === 'pending' ? 'on its way' : 'done'
    print(isNew ? `${name} is ${progress}.` : `${name} is already ${progress}. Nothing more was refunded.`)
    return 0
  }
  return onDatabase(context, runAndPrint, messages)
}

/** @param text  Such as `1.50` or `1,50`. @returns  minor units; undefined when it is no amount above zero */
function parseAmount(text: string): number | undefined {
  const [, units, cents = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  const amountMinor = Number(units) * 100 + Number(cents.padEnd(2, '0'))
  return amountMinor > 0 ? amountMinor : undefined
}
