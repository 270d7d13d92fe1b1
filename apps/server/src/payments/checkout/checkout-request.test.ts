import { expect, test } from 'vitest'
import { providerCases } from '../../../test/support/payments/provider-cases.ts'
import { sandboxControl, stripeAt } from '../../../test/support/payments/sandbox-control.ts'
import { hints } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

test.each([
  ['ru', 'Пять подсказок'],
  ['en', 'Five hints'],
])('providers get the item title in the language of the order: %s', async (language, title) => {
  const hub = await startTestHub()
  const player = await hub.logIn()
  const headers = { 'frontend-language': language }
  const order = await hub.callOk('POST /payments/create', { as: player, body: { itemId: hints }, headers })
  for (const providerCase of providerCases) await providerCase.open(hub, player, order.id)
  const payments = await sandboxControl(hub.sandboxUrl).payments()
  const idAt = (provider: string) => payments.find((one) => one.provider === provider)?.id ?? ''
  const fetchText = async (path: string, authorization: string) =>
    (await fetch(`${hub.sandboxUrl}${path}`, { headers: { authorization } })).text()

  const intent = await stripeAt(hub.sandboxUrl).paymentIntents.retrieve(idAt('stripe'))
  expect(intent.description).toBe(`${title} (islandm3)`)
  const shop = `Basic ${Buffer.from('100500:test_sandbox_yookassa').toString('base64')}`
  expect(await fetchText(`/v3/payments/${idAt('yookassa')}`, shop)).toContain(`"${title} (islandm3)"`)
  const merchant = 'Api-Key sandbox_yandex_pay'
  expect(await fetchText(`/api/merchant/v1/orders/${idAt('yandex-pay')}`, merchant)).toContain(
    `"title":"${title}"`,
  )
})
