/** The payment screen before a provider's form opens. */
import { expect } from 'vitest'
import { createOrder, register } from '../../environment/api.ts'
import { holdRequests, observeLayoutShifts } from '../../environment/browser.ts'
import { orderTest as test } from '../../steps/order-test.ts'

test('every method names its price before it is chosen, and the terms are a link away', async ({ order }) => {
  const { page } = await order('en')
  const radio = (name: RegExp) => page.getByRole('radio', { name })
  await radio(/^Bank card via Stripe .*\$0\.99$/).waitFor()
  await radio(/^Bank card or YooMoney via YooKassa .*₽99$/).waitFor()
  await radio(/^Yandex Pay .*₽99$/).waitFor()
  expect(await page.getByRole('main').getByRole('link').allTextContents()).toEqual(['offer', 'terms of use'])
})

test('the method that was used last is preselected in the next payment', async ({ environment, order }) => {
  const player = await register(environment)
  const { page, payButton, yooKassa, choose, select } = await order('en', { player })
  await select('yandex-pay')
  await choose('yookassa')
  await yooKassa.getByRole('heading').first().waitFor()
  const next = await createOrder(environment, player.jwt, { itemId: 'islandm3-chest' })
  await page.goto(`/payments/process/${next}`)
  await payButton.waitFor()
  expect(await page.getByRole('radio', { checked: true }).getAttribute('value')).toBe('yookassa')
})

test.for([1440, 768, 360])('nothing moves when the payment has loaded at %i px', async (width, { order }) => {
  const { page, payButton } = await order('en', { width })
  const { isSent, release } = await holdRequests(page, /\/api\/payments\/process\//)
  await page.reload()
  await isSent
  const listShifts = await observeLayoutShifts(page)
  release()
  await payButton.waitFor()
  expect(await listShifts()).toEqual([])
})
