import { SHOP_ID } from '../model/constants.ts'
import { invalid, missing } from '../model/errors.ts'
import { newReceipt } from '../model/receipt.ts'
import { type Document, renderReceipt } from '../model/render.ts'
import type { Call, Operation } from './operations.ts'
import { readNewReceipt } from './requests.ts'

export const receiptOperations: Operation[] = [
  { name: 'receipts.create', method: 'POST', path: '/receipts', run: create },
  { name: 'receipts.list', method: 'GET', path: '/receipts', run: list },
  { name: 'receipts.retrieve', method: 'GET', path: '/receipts/:id', run: retrieve },
  { name: 'me', method: 'GET', path: '/me', run: me },
]

function create({ shop, body }: Call): Document {
  const { type, id, terms } = readNewReceipt(body)
  const refund = type === 'refund' ? shop.ledger.refunds.get(id) : undefined
  const payment = shop.ledger.payments.get(type === 'refund' ? (refund?.paymentId ?? '') : id)
  if (!payment) throw invalid(`There is no ${type} ${id} to make a receipt for`, `${type}_id`)
  const receipt = newReceipt(payment, refund, terms)
  shop.cashRegister.enter(receipt)
  return renderReceipt(receipt)
}

function list({ shop, query: { payment_id: paymentId, refund_id: refundId } }: Call): Document {
  if (paymentId !== undefined && refundId !== undefined) {
    throw invalid('Ask for the receipts of a payment or of a refund, not of both', 'refund_id')
  }
  const receipts = [...shop.ledger.receipts.values()].filter(
    (receipt) =>
      (paymentId === undefined || (receipt.paymentId === paymentId && receipt.type === 'payment')) &&
      (refundId === undefined || receipt.refundId === refundId),
  )
  return { type: 'list', items: receipts.reverse().map(renderReceipt) }
}

function retrieve({ shop, id }: Call): Document {
  const receipt = shop.ledger.receipts.get(id)
  if (!receipt) throw missing('Receipt', id)
  return renderReceipt(receipt)
}

function me(): Document {
  return {
    account_id: SHOP_ID,
    status: 'enabled',
    test: true,
    fiscalization: { enabled: true, provider: 'sandbox' },
    fiscalization_enabled: true,
    payment_methods: ['bank_card', 'yoo_money'],
  }
}
