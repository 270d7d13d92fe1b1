import type { PurchaseOutcome } from '@playhub/contract/bridge'
import { call } from '../../lib/api/api.ts'
import { codeOf } from '../../lib/feedback/load.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'
import { isSignedIn } from '../../lib/player/player.ts'
import { paymentEnvelope } from '../../payments/checkout/finish-payment.ts'
import { askPayment } from '../../payments/order/payment-api.ts'
import type { PaymentResult } from '../../payments/order/payment-result.ts'
import { watchPayment } from '../../payments/order/poll-payment.ts'
import type { GameHost } from '../bridge/game-host.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import { rememberWantedItem } from './deferred-purchase.ts'
import type { GameShop } from './game-shop.ts'
import { leaveToSignIn } from './leave-to-sign-in.ts'
import type { AskToPay } from './use-payment-overlay.ts'

type BuyingDeps = {
  project: string
  shop: GameShop
  askToPay: AskToPay
  host: () => GameHost | null
}

export type Buying = ReturnType<typeof createBuying>

/** Buying in a running game, from the wish to the item. */
export function createBuying({ project, shop, askToPay, host }: BuyingDeps) {
  const late = new Set<{ stop(): void }>()

  async function pay(paymentId: string): Promise<PaymentResult> {
    const result = await askToPay(paymentId)
    if (result.status === 'pending') watchLatePayment(paymentId)
    return result
  }

  /** By the old messages and by the purchases of the new ones. */
  function tellGame(paymentId: string, result: PaymentResult): void {
    const { data, errorCode } = paymentEnvelope(paymentId, result)
    host()?.sendPaymentResult({ data, errorCode })
  }

  /** The player went on playing before the bank had answered: the game hears of it when it does. */
  function watchLatePayment(paymentId: string): void {
    const watching = watchPayment(() => askPayment(paymentId), {
      state: ({ status, payload }) => {
        if (status === 'pending') return
        late.delete(watching)
        tellGame(paymentId, { status, ...(payload.purchaseId && { purchaseId: payload.purchaseId }) })
      },
      noAnswer: () => undefined,
    })
    late.add(watching)
  }

  async function outcomeOf(paymentId: string, { status }: PaymentResult): Promise<PurchaseOutcome> {
    if (status !== 'paid') return { status: statusForGame[status] }
    const purchase = await shop.purchaseOf(paymentId)
    return purchase ? { status, purchase } : { status: 'pending' }
  }

  return {
    /**
     * Sells an item to whoever plays. A guest signs in first: that leaves the game, and coming back leads on to the
     * payment.
     */
    async buy(itemId: string): Promise<PurchaseOutcome> {
      if (!(await shop.sells(itemId))) throw new GameRefusal('UNKNOWN_ITEM')
      if (!isSignedIn()) {
        rememberWantedItem(project, itemId)
        await leaveToSignIn()
      }
      const paymentId = await order(itemId)
      const result = await pay(paymentId)
      const outcome = await outcomeOf(paymentId, result)
      // After the answer to the game, which may take the purchase at once.
      setTimeout(() => tellGame(paymentId, result))
      return outcome
    },
    /** A payment that the game's own server has opened. One of another game is refused. */
    async payFor(paymentId: string): Promise<void> {
      if (!isSignedIn()) await leaveToSignIn()
      const process = await call('GET /payments/process/{id}', { params: { id: paymentId } }).catch(
        () => null,
      )
      if (process && process.paymentData.project !== project) {
        toast.error(browserTexts().t('play:otherGame'))
        return
      }
      tellGame(paymentId, await pay(paymentId))
    },
    stop() {
      for (const watching of late) watching.stop()
    },
  }
}

const statusForGame = { none: 'cancelled', fail: 'failed', pending: 'pending' } as const

async function order(itemId: string): Promise<string> {
  try {
    return (await call('POST /payments/create', { body: { itemId } })).id
  } catch (error) {
    if (codeOf(error) === 'ITEM_NOT_FOUND') throw new GameRefusal('UNKNOWN_ITEM')
    if (codeOf(error) !== 'UNAUTHORIZED') toast.error(browserTexts().t('play:paymentNotOpened'))
    throw error
  }
}
