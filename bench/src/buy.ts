import type { Buyer } from './selling-hub.ts'
import { call, type StubServices } from './stub-services.ts'

const itemId = 'islandm3-hints'

/**
 * Places one order with the browser's calls. The buyer pays at the stub provider, which sends its event to the hub.
 * @param waitForWebhook  Resolves when the order's webhook arrives, if the caller waits for it.
 */
export async function buy(
  services: StubServices,
  hubUrl: string,
  { jwt }: Buyer,
  waitForWebhook: (orderId: string) => Promise<void> = async () => {},
): Promise<void> {
  const authorization = { authorization: `Bearer ${jwt}` }
  const order = JSON.stringify({ itemId })
  const { id } = await call<{ id: string }>('POST', `${hubUrl}/api/payments/create`, order, authorization)
  const delivered = waitForWebhook(id)
  const checkout = `${hubUrl}/api/payments/stripe/create/${id}`
  const intent = await call<{ id: string }>('GET', checkout, undefined, authorization)
  await services.pay(intent.id, hubUrl)
  await delivered
}
