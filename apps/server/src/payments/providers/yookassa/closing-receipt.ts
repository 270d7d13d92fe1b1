import {
  type ClosingReceiptRequest,
  type ClosingReceiptResult,
  type FiscalSettings,
  ProviderRefused,
} from '../../provider.ts'
import type { YooKassaClient } from './client.ts'
import { isClosing, receiptFor, toAmount, toPaid, YooKassaReceipt, YooKassaReceipts } from './receipt.ts'

/**
 * Registers a receipt that counts the prepayment as the payment. Looks for one first, because YooKassa may forget the key
 * after a day.
 * @see https://yookassa.ru/developers/payment-acceptance/receipts/54fz/yoomoney/payments
 */
export async function closePrepayment(
  client: YooKassaClient,
  { providerPaymentId, key, amount, item, receiptEmail }: ClosingReceiptRequest,
  settings: FiscalSettings | null,
): Promise<ClosingReceiptResult> {
  if (!receiptEmail)
    throw new ProviderRefused('The closing receipt needs an email address', 'closing-receipt-email-missing')
  const fiscal = item.fiscal ?? settings
  if (!fiscal) throw new ProviderRefused('Fiscal receipts are not configured')
  const known = await findClosing(client, providerPaymentId)
  if (known) return toClosingResult(known)
  const body = {
    type: 'payment',
    payment_id: providerPaymentId,
    ...receiptFor(toPaid(fiscal), { item, receiptEmail, amount }),
    settlements: [{ type: 'prepayment', amount: toAmount(amount) }],
    send: true,
  }
  return toClosingResult(await client.post('/receipts', key, body, YooKassaReceipt))
}

async function findClosing(client: YooKassaClient, paymentId: string): Promise<YooKassaReceipt | undefined> {
  const path = `/receipts?payment_id=${encodeURIComponent(paymentId)}&limit=100`
  const { items } = await client.get(path, YooKassaReceipts)
  return items.find((receipt) => isClosing(receipt) && receipt.status !== 'canceled')
}

const states: Record<string, ClosingReceiptResult['state']> = { succeeded: 'registered', canceled: 'failed' }

export function toClosingResult({ id, status }: YooKassaReceipt): ClosingReceiptResult {
  return { receiptId: id, state: states[status] ?? 'pending' }
}
