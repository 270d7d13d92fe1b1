import { type Operation, recordOperation } from '../../platform/audit-log.ts'
import { transact } from '../../platform/database/database.ts'
import { refuseUnsent } from '../../platform/mail/mail-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Deps, findReceiptEmail } from '../deps.ts'
import { toConcerned } from '../records/order.ts'
import { findOrderWithPayment } from '../records/order-store.ts'
import { createReceipt, emailReceiptTo } from './receipts.ts'

/**
 * Mails an order's receipt again.
 * @param email  Default: where the receipt went, else the player's.
 * @throws Refusal PAYMENT_NOT_FOUND, PAYMENT_NOT_PAID, RECEIPT_EMAIL_REQUIRED when no email is known, EMAIL_NOT_SENT
 */
export async function resendReceipt(
  deps: Deps,
  orderId: string,
  email: string | undefined,
  operation: Operation,
): Promise<void> {
  const order = await findOrderWithPayment(deps.db, orderId)
  if (!order) throw new Refusal('PAYMENT_NOT_FOUND')
  if (order.status !== 'paid') throw new Refusal('PAYMENT_NOT_PAID')
  const receipt = await createReceipt(deps, order, order.paidWith)
  const to = email ?? receipt.email ?? (await findReceiptEmail(deps, order.playerId))
  if (!to) throw new Refusal('RECEIPT_EMAIL_REQUIRED')
  await emailReceiptTo({ ...deps, mail: refuseUnsent(deps.mail) }, order, receipt, to)
  await transact(deps.db, (tx) =>
    recordOperation(tx, operation, {
      action: 'receipt.resend',
      subject: receipt.id,
      ...toConcerned(order),
      after: { isOtherEmail: email !== undefined },
      at: deps.clock.now(),
    }),
  )
}
