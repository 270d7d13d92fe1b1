import { formatMoney } from '@playhub/contract'
import { describeFault } from '@playhub/contract/operator/sentences/faults'
import { openContent } from '../../catalogue/open-content.ts'
import { findStaff } from '../../operators/roles/index.ts'
import { expectOrderId } from '../../payments/operator/orders.ts'
import { type OperatorRefundRequest, requestRefundByOperator } from '../../payments/operator/refunds.ts'
import { type RequestedRefund, requestRefund } from '../../payments/refunds/refund-order.ts'
import { newId } from '../../platform/ids.ts'
import { CommandError } from '../command.ts'
import { type CommandContext, type CommandDeps, onDatabase, toOperation } from '../command-context.ts'

/**
 * Records a refund, which a running hub sends to the provider. Each call is its own refund, unless it repeats an
 * earlier key.
 */
export function refundPayment(
  context: CommandContext,
  [payment = '', amount]: string[],
  { key }: { key?: string },
): Promise<number> {
  const { reason } = context
  const amountMinor = amount === undefined ? undefined : parseAmount(amount)
  return onDatabase(context, async (deps) => {
    const orderId = await expectOrderId(deps.db, payment)
    const request = { orderId, amountMinor, reason: reason ?? '', key: `key-${key ?? newId()}` }
    const requested = await requestWithLimits(context, deps, { ...request, item: 'unchanged' })
    const { id, amountMinor: refundedMinor } = requested.refund
    if (amountMinor === undefined || amountMinor === refundedMinor) return printRefund(context, requested)
    throw new CommandError(
      `The key ${key} belongs to the refund ${id} of another amount. Nothing was refunded.`,
    )
  })
}

/** An operator named by `--by` has the limits of the content. */
async function requestWithLimits(
  context: CommandContext,
  deps: CommandDeps,
  { item, ...request }: OperatorRefundRequest,
): Promise<RequestedRefund> {
  const operation = toOperation(context)
  const isOperator = (await findStaff(deps.db, operation)).length > 0
  if (!isOperator) return requestRefund(deps, { ...request, requestedBy: 'operator', operation })
  const catalogue = openContent(context)
  try {
    return await requestRefundByOperator({ ...deps, catalogue }, { ...request, item }, operation)
  } finally {
    catalogue.close()
  }
}

function printRefund({ print, setJson }: CommandContext, { refund, isNew }: RequestedRefund): number {
  setJson(isNew ? refund : { ...refund, isNew })
  const { id, state, error } = refund
  const name = `Refund ${id} of ${formatMoney(refund, 'en')}`
  if (state === 'failed') {
    print(`${name} has failed: ${describeFault(error)}. To try again: refund retry ${id}`)
    return 1
  }
  const progress = state === 'pending' ? 'on its way' : 'done'
  print(isNew ? `${name} is ${progress}.` : `${name} is already ${progress}. Nothing more was refunded.`)
  return 0
}

/** @param text  Such as `1.50` or `1,50`. @returns  minor units. @throws CommandError when it is no amount above zero */
function parseAmount(text: string): number {
  const [, units, cents = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(text) ?? []
  const amountMinor = Number(units) * 100 + Number(cents.padEnd(2, '0'))
  if (amountMinor > 0) return amountMinor
  throw new CommandError(`"${text}" is no amount: write it as 10.50, in the currency of the payment.`)
}
