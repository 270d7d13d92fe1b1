import { invalidRequest, notFound } from '../model/errors.ts'
import { newReceipt } from '../model/receipt.ts'
import { SHOP_ID } from '../model/records.ts'
import { type ApiObject, renderReceipt } from '../model/render.ts'
import { type Call, isFiscal, type Operation } from './operation.ts'
import { missingReceipt } from './receipt-data.ts'
import { parseNewReceipt } from './requests.ts'

export const receiptOperations: Operation[] = [
  { name: 'receipts.create', method: 'POST', path: '/receipts', run: create },
  { name: 'receipts.list', method: 'GET', path: '/receipts', run: list },
  { name: 'receipts.retrieve', method: 'GET', path: '/receipts/:id', run: retrieve },
  { name: 'me', method: 'GET', path: '/me', run: me },
]

function create({ shop, body }: Call): ApiObject {
  const { type, id, contents, settlements, totalMinor } = parseNewReceipt(body, isFiscal(shop))
  const refund = type === 'refund' ? shop.refunds.get(id) : undefined
  const payment = shop.payments.get(type === 'refund' ? refund?.paymentId : id)
  if (!payment) throw invalidRequest(`There is no ${type} ${id} to make a receipt for`, `${type}_id`)
  if (payment.status !== 'succeeded')
    throw invalidRequest(`Payment ${payment.id} is not paid: its status is ${payment.status}`, `${type}_id`)
  if (payment.overrides.receipts === 'refuse') throw missingReceipt('items')
  if (totalMinor > (refund ?? payment).amountMinor)
    throw invalidRequest(`The receipt exceeds the ${type}`, 'settlements')
  const receipt = { ...newReceipt(payment, refund, contents), settlements }
  shop.submitReceipt(receipt)
  return renderReceipt(receipt)
}

function list({ shop, query: { payment_id: paymentId, refund_id: refundId } }: Call): ApiObject {
  if (paymentId !== undefined && refundId !== undefined) {
    throw invalidRequest('Ask for the receipts of a payment or of a refund, not of both', 'refund_id')
  }
  const receipts = shop.receipts
    .newest()
    .filter(
      (receipt) =>
        (paymentId === undefined || (receipt.paymentId === paymentId && receipt.type === 'payment')) &&
        (refundId === undefined || receipt.refundId === refundId),
    )
  return { type: 'list', items: receipts.map(renderReceipt) }
}

function retrieve({ shop, id }: Call): ApiObject {
  const receipt = shop.receipts.get(id)
  if (!receipt) throw notFound('Receipt', id)
  return renderReceipt(receipt)
}

function me({ shop }: Call): ApiObject {
  return {
    account_id: SHOP_ID,
    status: 'enabled',
    test: true,
    fiscalization: { enabled: isFiscal(shop), provider: 'avanpost' },
    fiscalization_enabled: isFiscal(shop),
    payment_methods: shop.context.yookassaMethods,
  }
}
