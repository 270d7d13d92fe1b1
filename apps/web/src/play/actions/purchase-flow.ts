import type { PurchaseOutcome } from '@playhub/contract/bridge'
import { call } from '../../lib/api/api.ts'
import { codeOf } from '../../lib/feedback/load.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'
import { isSignedIn } from '../../lib/player/player.ts'
import { fetchPaymentState } from '../../payments/order/payment-api.ts'
import { type PaymentResult, paymentEnvelope } from '../../payments/order/payment-result.ts'
import { type PaymentPoll, pollPayment } from '../../payments/order/poll-payment.ts'
import type { GameHost } from '../bridge/game-host.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import { deferPurchase } from './deferred-purchase.ts'
import { leaveToSignIn } from './game-player.ts'
import type { GameShop } from './game-shop.ts'
import type { ShowPayment } from './use-payment-overlay.ts'

type PurchaseFlowDeps = {
  project: string
  shop: GameShop
  showPayment: ShowPayment
  host: () => GameHost | null
}

export type PurchaseFlow = ReturnType<typeof createPurchaseFlow>

/** Purchases in a running game. */
export function createPurchaseFlow({ project, shop, showPayment, host }: PurchaseFlowDeps) {
  /** Payments that were still pending when their screen closed. */
  const pendingPolls = new Set<PaymentPoll>()

  async function pay(paymentId: string): Promise<PaymentResult> {
    const result = await showPayment(paymentId)
    if (result.status === 'pending') pollPending(paymentId)
    return result
  }

  /** Legacy games receive the result; games on the SDK refresh their purchases. */
  function sendResult(paymentId: string, result: PaymentResult): void {
    const { data, errorCode } = paymentEnvelope(paymentId, result)
    host()?.sendPaymentResult({ data, errorCode })
  }

  /** Sends the result to the game once the payment is final, while the player continues to play. */
  function pollPending(paymentId: string): void {
    const poll = pollPayment(() => fetchPaymentState(paymentId), {
      onState: ({ status, payload }) => {
        if (status === 'pending') return
        pendingPolls.delete(poll)
        sendResult(paymentId, { status, ...(payload.purchaseId && { purchaseId: payload.purchaseId }) })
      },
      onFailure: () => undefined,
    })
    pendingPolls.add(poll)
  }

  async function outcomeOf(paymentId: string, { status }: PaymentResult): Promise<PurchaseOutcome> {
    if (status !== 'paid') return { status: outcomeStatuses[status] }
    const purchase = await shop.purchaseOf(paymentId)
    return purchase ? { status, purchase } : { status: 'pending' }
  }

  return {
    /** Sells an item to the player. A guest leaves the game to sign in; the purchase continues when the game restarts. */
    async buy(itemId: string): Promise<PurchaseOutcome> {
      if (!(await shop.sells(itemId))) throw new GameRefusal('UNKNOWN_ITEM')
      if (!isSignedIn()) {
        deferPurchase(project, itemId)
        await leaveToSignIn()
      }
      const paymentId = await createOrder(itemId)
      const result = await pay(paymentId)
      const outcome = await outcomeOf(paymentId, result)
      // After the reply to the game, which may consume the purchase at once.
      setTimeout(() => sendResult(paymentId, result))
      return outcome
    },
    /** Pays for an order that the game's server has created. An order of another project is refused. */
    async payFor(paymentId: string): Promise<void> {
      if (!isSignedIn()) await leaveToSignIn()
      const process = await call('GET /payments/process/{id}', { params: { id: paymentId } }).catch(
        () => null,
      )
      if (process && process.paymentData.project !== project) {
        toast.error(browserTexts().t('play:otherGame'))
        return
      }
      sendResult(paymentId, await pay(paymentId))
    },
    stop() {
      for (const poll of pendingPolls) poll.stop()
    },
  }
}

const outcomeStatuses = { none: 'cancelled', fail: 'failed', pending: 'pending' } as const

async function createOrder(itemId: string): Promise<string> {
  try {
    return (await call('POST /payments/create', { body: { itemId } })).id
  } catch (error) {
    if (codeOf(error) === 'ITEM_NOT_FOUND') throw new GameRefusal('UNKNOWN_ITEM')
    if (codeOf(error) !== 'UNAUTHORIZED') toast.error(browserTexts().t('play:paymentNotOpened'))
    throw error
  }
}
