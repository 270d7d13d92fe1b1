import type { PurchaseOutcome, ResumedPurchase } from '@playhub/contract/bridge'
import { call } from '../../lib/api/api.ts'
import { readErrorCode } from '../../lib/feedback/load.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { fetchPaymentState } from '../../payments/order/payment-api.ts'
import { type PaymentResult, paymentEnvelope } from '../../payments/order/payment-result.ts'
import { type PaymentPoll, pollPayment } from '../../payments/order/poll-payment.ts'
import type { GameHost } from '../bridge/game-host.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import type { PurchaseIntent } from './deferred-purchase.ts'
import type { GameShop } from './game-shop.ts'
import { findRefusal, showRefusal } from './payment-refusal.ts'
import { createPurchaseSteps } from './purchase-steps.ts'
import type { ShowPayment } from './use-payment-overlay.ts'

type PurchaseFlowDeps = {
  project: string
  shop: GameShop
  /** Removes the game's frame when it opens the payment. */
  showPayment: ShowPayment
  host: () => GameHost | null
  /** Loads the game again. */
  restoreFrame(): void
}

type SentResult = Parameters<GameHost['sendPaymentResult']>[0]

export type PurchaseFlow = ReturnType<typeof createPurchaseFlow>

/**
 * Purchases in a running game. Its frame is removed while the player pays, so the next page of the game gets the results.
 */
export function createPurchaseFlow({ project, shop, showPayment, host, restoreFrame }: PurchaseFlowDeps) {
  /** Wait until the game is shown again; null while it is. */
  let waiting: SentResult[] | null = null
  let usesMessages = false
  let purchased: ResumedPurchase | undefined
  /** Payments still pending when their screen closed. */
  const pendingPolls = new Set<PaymentPoll>()
  const steps = createPurchaseSteps(project)

  async function pay(paymentId: string): Promise<PaymentResult> {
    const before = host()
    const result = await steps.run({ paymentId }, () => showPayment(paymentId))
    waiting ??= []
    usesMessages ||= before?.usesMessages() ?? false
    if (result.status === 'pending') pollPending(paymentId)
    return result
  }

  /** Legacy games receive the result; games on the SDK refresh their purchases. */
  function sendResult(paymentId: string, result: PaymentResult, isReply = usesMessages): void {
    const { data, errorCode } = paymentEnvelope(paymentId, result)
    const sent = { data, errorCode, isReply }
    const game = waiting ? null : host()
    if (game) game.sendPaymentResult(sent)
    else waiting = [...(waiting ?? []), sent]
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

  async function getOutcome(paymentId: string, { status }: PaymentResult): Promise<PurchaseOutcome> {
    if (status !== 'paid') return { status: outcomeStatuses[status] }
    const purchase = await shop.findPurchase(paymentId)
    return purchase ? { status, purchase } : { status: 'pending' }
  }

  /** Sells an item to the player. A guest leaves the game to log in; the purchase continues before the game restarts. */
  async function buy(given: string): Promise<PurchaseOutcome> {
    const itemId = await shop.findItemId(given)
    const paymentId = await steps.run({ itemId }, () => createOrder(itemId))
    const result = await pay(paymentId)
    sendResult(paymentId, result)
    // An unreadable paid purchase is in the list the game reads at its start.
    const outcome = await getOutcome(paymentId, result).catch(() => ({ status: 'pending' }) as const)
    purchased = { itemId: await shop.getGameId(itemId).catch(() => given), ...outcome }
    return outcome
  }

  /** The game is loaded again whatever becomes of the payment. */
  const thenRestore = <T>(payment: Promise<T>): Promise<T> => payment.finally(restoreFrame)

  /**
   * Pays for an order by the game's server, and sends the result. An unpayable order is refused with an error; one paid
   * while the player logged in is no error.
   */
  async function payFor(paymentId: string, { isResumed = false } = {}): Promise<void> {
    const refusal = await steps.run({ paymentId }, () => findRefusal(paymentId, project))
    const isRefused = refusal !== null && !(isResumed && refusal.result.status === 'paid')
    if (isRefused) showRefusal(refusal)
    sendResult(paymentId, isRefused ? refusal.result : await pay(paymentId), true)
  }

  async function resume(intent: PurchaseIntent): Promise<void> {
    if ('paymentId' in intent) {
      if (isLoggedIn()) await payFor(intent.paymentId, { isResumed: true })
      else sendResult(intent.paymentId, { status: 'none' }, true)
    } else if (isLoggedIn()) await buy(intent.itemId)
  }

  return {
    buy: (itemId: string) => thenRestore(buy(itemId)),
    payFor: (paymentId: string) => thenRestore(payFor(paymentId)),
    getResumedPurchase: () => purchased,
    /** The game is shown, and can receive what it has missed. */
    onShown(): void {
      const missed = waiting ?? []
      waiting = null
      purchased = undefined
      for (const result of missed) host()?.sendPaymentResult(result)
    },
    /** Continues a purchase left for a login. A guest back without a login has cancelled it. */
    resume,
    stop() {
      for (const poll of pendingPolls) poll.stop()
      steps.stop()
    },
  }
}

const outcomeStatuses = { none: 'cancelled', fail: 'failed', pending: 'pending' } as const

/** Reasons for the game's developer. */
const unavailable = {
  ITEM_ALREADY_OWNED: 'The player owns the item "{id}" already.',
  ITEM_NOT_FOR_SALE: 'The item "{id}" is not for sale.',
  PAYMENTS_METHODS_NOT_EXIST: 'The project of this game has no payment method.',
}
const isUnavailable = (code: string | null): code is keyof typeof unavailable =>
  code !== null && Object.hasOwn(unavailable, code)

async function createOrder(itemId: string): Promise<string> {
  try {
    return (await call('POST /payments/create', { body: { itemId } })).id
  } catch (error) {
    const code = readErrorCode(error)
    if (code === 'ITEM_NOT_FOUND') throw new GameRefusal('UNKNOWN_ITEM')
    if (isUnavailable(code)) {
      void showToast('error', (t) => t(`errors:refusal.${code}`), code)
      throw new GameRefusal('NOT_AVAILABLE', unavailable[code].replace('{id}', itemId))
    }
    if (code !== 'UNAUTHORIZED') void showToast('error', (t) => t('play:paymentNotOpened'))
    throw error
  }
}
