import type { PaymentProvider } from '@playhub/contract'
import { editContent } from '../added-language.ts'
import { copyContent } from '../content-copy.ts'
import { test as hubTest } from '../hub-test.ts'
import type { HubOptions, Player, TestHub } from '../test-hub.ts'
import { hints, stripeCheckout } from './stripe-checkout.ts'

export type RememberingProvider = Extract<PaymentProvider, 'stripe' | 'yookassa'>

/** `test` with a hub that remembers cards, a logged-in player and their acts. */
export const test = hubTest
  .extend('hubOptions', (): HubOptions => ({ env: { CONTENT_DIR: rememberingContent() } }))
  .extend('cards', ({ hub }) => rememberedCards(hub))

/** Demo content with the switch on. @returns  its folder */
function rememberingContent(): string {
  const dir = copyContent({})
  editContent(dir, 'hub.yaml', (yaml) => `payments: { rememberCards: on }\n${yaml}`)
  return dir
}

/** A player's acts with remembered cards. */
export function rememberedCards(hub: TestHub) {
  const checkout = stripeCheckout(hub)
  const { control, order, get } = checkout

  /** Payments of an order at its providers, newest first. */
  const payments = async (orderId: string) =>
    (await control.payments()).filter(({ hubPaymentId }) => hubPaymentId === orderId)

  const open = (provider: RememberingProvider, as: Player, id: string, remember?: 'true' | 'false') =>
    hub.callOk(`GET /payments/${provider}/create/{id}`, {
      as,
      params: { id },
      query: remember ? { remember } : {},
    })

  /** Pays an order by the form. @returns  its id */
  async function pay(provider: RememberingProvider, as: Player, remember?: 'true' | 'false') {
    const orderId = await order(as, hints)
    await open(provider, as, orderId, remember)
    await control.decide((await payments(orderId))[0]?.id ?? '')
    await get(as, orderId)
    await hub.runDueJobs()
    return orderId
  }

  const list = async (as: Player) => (await hub.callOk('GET /payments/remembered-cards', { as })).data.result

  /** Pays an order and lets the provider remember its card. */
  async function remember(provider: RememberingProvider, as: Player) {
    const orderId = await pay(provider, as, 'true')
    const [card] = await list(as)
    if (!card) throw new Error('The card is not remembered')
    return { orderId, card }
  }

  /** Presses Pay. @returns  the result, or the refusal's code */
  async function press(as: Player | undefined, orderId: string, cardId: string, headers = {}) {
    const body = { paymentId: orderId, cardId }
    const pressed = await hub.call('POST /payments/remembered-cards/pay', { as, body, headers })
    return pressed.ok ? pressed.body.data.result : pressed.body.code
  }

  const remove = async (as: Player, id: string) => {
    const removed = await hub.call('POST /payments/remembered-cards/{id}/remove', { as, params: { id } })
    return removed.ok ? 'ok' : removed.body.code
  }

  /** Pays in YooKassa's form, or acts on its bank's page. */
  const actAtYooKassa = (token: string, action: object) =>
    control.request(`/yookassa/checkout/${token}`, action)

  /** The reference of the player's newest card at its provider. */
  async function readMethodId(): Promise<string> {
    const rows = hub.context.db.selectFrom('rememberedCards').select('providerMethodId')
    return (await rows.orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).providerMethodId
  }

  return {
    ...{ checkout, control, order, payments, open, pay, list, remember, press, remove },
    ...{ actAtYooKassa, readMethodId },
  }
}
