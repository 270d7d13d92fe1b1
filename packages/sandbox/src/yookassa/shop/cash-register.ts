import type { Place } from '../../platform/context.ts'
import type { Timers } from '../../platform/timers.ts'
import { AFTERMATH_MS } from '../model/constants.ts'
import { registerReceipt } from '../model/receipt.ts'
import type { Receipt } from '../model/records.ts'
import type { Ledger } from './ledger.ts'

/** The shop's cash register: takes its time, and nobody is told when it has answered. */
export interface CashRegister {
  enter(receipt: Receipt): void
  /** Goes on with the receipts that were waiting when the sandbox stopped. */
  resume(): void
}

export function createCashRegister(ledger: Ledger, timers: Timers, place: Place): CashRegister {
  const answerLater = ({ id }: Receipt) =>
    timers.after(AFTERMATH_MS, () => {
      const receipt = ledger.receipts.get(id)
      if (receipt?.status === 'pending') answer(receipt)
    })

  function answer(receipt: Receipt): void {
    const manner = ledger.payments.get(receipt.paymentId)?.rig.receipts
    if (manner === 'pend') answerLater(receipt)
    else if (manner === 'fail') keep({ ...receipt, status: 'canceled' })
    else keep(registerReceipt(receipt, place.now()))
  }

  /** The payment, or the refund, tells how it went with its receipt. */
  function keep(receipt: Receipt): void {
    const receiptRegistration = receipt.status
    const payment = ledger.payments.get(receipt.paymentId)
    const refund = ledger.refunds.get(receipt.refundId ?? '')
    ledger.keep({
      receipts: [receipt],
      ...(receipt.type === 'payment' && payment ? { payment: { ...payment, receiptRegistration } } : {}),
      ...(refund ? { refund: { ...refund, receiptRegistration } } : {}),
    })
  }

  return {
    enter(receipt) {
      ledger.keep({ receipts: [receipt] })
      answerLater(receipt)
    },
    resume() {
      for (const receipt of ledger.receipts.values()) if (receipt.status === 'pending') answerLater(receipt)
    },
  }
}
