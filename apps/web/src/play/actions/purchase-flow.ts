import { bridgeErrors, type PurchaseOutcome, type ResumedPurchase } from '@playhub/contract/bridge'
import type { Money } from '@playhub/contract/money'
import { call } from '../../lib/api/api.ts'
import { readErrorCode } from '../../lib/feedback/load.ts'
import { showToast } from '../../lib/feedback/show-toast.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { readNewPrice } from '../../payments/order/offer-prices.ts'
import { fetchPaymentState } from '../../payments/order/payment-api.ts'
import { type PaymentResult, paymentEnvelope } from '../../payments/order/payment-result.ts'
import { type PaymentPoll, pollPayment } from '../../payments/order/poll-payment.ts'
import type { GameHost } from '../bridge/game-host.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import type { ItemIntent, PurchaseIntent } from './deferred-purchase.ts'
import type { GameShop } from './game-shop.ts'
import { findRefusal, showRefusal } from './payment-refusal.ts'
import type { AskNewPrice } from './price-question.tsx'
import { createPurchaseSteps } from './purchase-steps.ts'
import type { ShowPayment } from './use-payment-overlay.ts'

type PurchaseFlowDeps = {
  project: string
  shop: GameShop
  /** Removes the game's frame when it opens the payment. */
  showPayment: ShowPayment
  askNewPrice: AskNewPrice
  host: () => GameHost | null
  /** Loads the game again. */
  restoreFrame(): void
}

type SentResult = Parameters<GameHost['sendPaymentResult']>[0]

export type PurchaseFlow = ReturnType<typeof createPurchaseFlow>

/**
 * Purchases in a running game. Its frame is removed while the player pays, so the next page of the game gets the results.
 */
export function createPurchaseFlow(deps: PurchaseFlowDeps) {
  const { project, shop, showPayment, askNewPrice, host, restoreFrame } = deps
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
    shop.forgetPrices()
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

  /** @returns the order's id; null when the player does not want it at its new price */
  async function order(intent: ItemIntent): Promise<string | null> {
    const { itemId, expected } = intent
    try {
      return await steps.run(intent, () => createOrder(intent))
    } catch (error) {
      const now = expected && readNewPrice(error, expected.currency)
      if (!now) throw toGameRefusal(error, itemId)
      shop.forgetPrices()
      const isAccepted = isLoweredByCode(intent, now) || (await askNewPrice(expected, now))
      return isAccepted ? order({ ...intent, expected: now }) : null
    }
  }

  /**
   * Sells an item to the player. A guest leaves the game to log in; the purchase continues before the game restarts.
   * @param seen  The price that the player has seen; default: the one that the game has read.
   */
  async function buy(given: string, code?: string, seen?: Money): Promise<PurchaseOutcome> {
    const itemId = await shop.findItemId(given)
    const paymentId = await order({ itemId, code, expected: seen ?? shop.getShownPrice(itemId) })
    if (paymentId === null) return { status: 'cancelled' }
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
    } else if (isLoggedIn()) await buy(intent.itemId, intent.code, intent.expected)
  }

  return {
    buy: (itemId: string, code?: string) => thenRestore(buy(itemId, code)),
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

/** The player typed the code for it. */
const isLoweredByCode = ({ code, expected }: ItemIntent, now: Money) =>
  code !== undefined && expected?.currency === now.currency && now.amountMinor < expected.amountMinor

const outcomeStatuses = { none: 'cancelled', fail: 'failed', pending: 'pending' } as const

/** Reasons for the game's developer; the player reads a message. */
const refusals = {
  ITEM_ALREADY_OWNED: ['NOT_AVAILABLE', 'The player owns the item "{id}" already.'],
  ITEM_NOT_FOR_SALE: ['NOT_AVAILABLE', 'The item "{id}" is not for sale.'],
  PAYMENTS_METHODS_NOT_EXIST: ['NOT_AVAILABLE', 'The project of this game has no payment method.'],
  LIMIT_REACHED: ['LIMIT_REACHED', bridgeErrors.LIMIT_REACHED],
  CODE_NOT_FOUND: ['UNKNOWN_CODE', bridgeErrors.UNKNOWN_CODE],
  CODE_USED: ['UNKNOWN_CODE', bridgeErrors.UNKNOWN_CODE],
  PAYMENT_ALREADY_PAID: ['NOT_AVAILABLE', 'The open payment of the item "{id}" is paid.'],
  PAYMENT_IN_PROGRESS: ['NOT_AVAILABLE', 'A payment of the item "{id}" is in progress.'],
  PRICE_CHANGED: ['NOT_AVAILABLE', 'The price of the item "{id}" has changed.'],
} as const
const isExplained = (code: string | null): code is keyof typeof refusals =>
  code !== null && Object.hasOwn(refusals, code)

async function createOrder({ itemId, expected, code }: ItemIntent): Promise<string> {
  const body = { itemId, ...(expected && { expected }), ...(code !== undefined && { code }) }
  return (await call('POST /payments/create', { body })).id
}

/** Shows why an item was not ordered. @returns the error for the game */
function toGameRefusal(error: unknown, itemId: string): unknown {
  const code = readErrorCode(error)
  if (code === 'ITEM_NOT_FOUND') return new GameRefusal('UNKNOWN_ITEM')
  if (isExplained(code)) {
    const [refusal, sentence] = refusals[code]
    void showToast('error', (t) => t(`errors:refusal.${code}`), code)
    return new GameRefusal(refusal, sentence.replace('{id}', itemId))
  }
  // Orders are limited by nothing but wrong codes.
  if (code === 'TOO_MANY_REQUESTS') void showToast('error', (t) => t('errors:tooManyCodes'), code)
  else if (code !== 'UNAUTHORIZED') void showToast('error', (t) => t('play:paymentNotOpened'))
  return error
}
