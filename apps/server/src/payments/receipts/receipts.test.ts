import { expect, vi } from 'vitest'
import { test } from '../../testing/hub-test.ts'
import { startTestHub, type TestHub } from '../../testing/test-hub.ts'
import { cashierAt } from '../testing/cashier.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { press } from './pdf-worker-pool.ts'
import type { ReceiptFacts } from './receipt.ts'
import { receiptLetter } from './receipt-email.ts'

const facts: ReceiptFacts = {
  number: 'PH-20300101-3F9A1C22D04B',
  paymentId: '01a1fc30-acfe-7101-bb1e-3f9a1c22d04b',
  seller: {
    name: { ru: 'ООО «Плейхаб»', en: 'Playhub LLC' },
    address: { ru: 'Москва, ул. Примерная, 1', en: '1 Example Street, Moscow' },
    taxId: '0000000000',
    email: 'support@playhub.example',
  },
  game: { ru: 'Остров сокровищ', en: 'Treasure Island' },
  item: { ru: 'Ещё пять ходов', en: 'Five more moves' },
  total: { amountMinor: 1_234_50, currency: 'RUB' },
  provider: 'stripe',
  paidWith: 'Visa •••• 4242',
  fiscal: { document: '4711', storage: '9960440300000001', attribute: '2899002290' },
  orderedAt: Date.UTC(2030, 0, 1, 12, 0),
  paidAt: Date.UTC(2030, 0, 1, 12, 1),
}

async function linkOf(hub: TestHub, as: Awaited<ReturnType<TestHub['signIn']>>, orderId: string) {
  return (await hub.callOk('GET /user/get-receipt-link', { as, query: { privatePaymentId: orderId } })).data
    .result
}

test('a receipt says everything in Russian and English, with the real signs', async () => {
  const text = pdfText(await press.print(facts))
  for (const words of [
    'Чек · Receipt',
    'PH-20300101-3F9A1C22D04B',
    'Оплачено · Paid',
    '1 234,50 ₽',
    'Ещё пять ходов',
    'Five more moves',
    'Остров сокровищ · Treasure Island',
    'Visa •••• 4242 · Stripe',
    'ООО «Плейхаб»',
    'Playhub LLC',
    'ИНН 0000000000',
    'ФД 4711 · ФН 9960440300000001 · ФП 2899002290',
    '1 января 2030',
    '1 January 2030',
    '2030-01-01 12:00 UTC',
  ]) {
    expect(text.replaceAll('\u00a0', ' ')).toContain(words)
  }
})

test('dollars stand before the sum', async () => {
  const text = pdfText(await press.print({ ...facts, total: { amountMinor: 249, currency: 'USD' } }))
  expect(text).toContain('$2.49')
})

test('what cannot be drawn is a fault of that receipt alone', async () => {
  await expect(press.print({ ...facts, paidAt: Number.NaN })).rejects.toThrow()
  expect((await press.print(facts)).subarray(0, 5).toString()).toBe('%PDF-')
})

test('the link waits for the receipt, then opens it for ten minutes', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId, intentId } = await till.opened(player)
  await till.decide(intentId)
  await till.get(player, orderId)
  expect(await linkOf(hub, player, orderId)).toBeNull()
  await hub.runDueJobs()
  const link = await linkOf(hub, player, orderId)
  expect(link).toMatch(/^\/api\/payments\/receipts\/[\w-]+\.pdf\?expires=\d+&signature=[\w-]+$/)

  const response = await fetch(`${hub.url}${link}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="PH-20300101-\w{12}\.pdf"$/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const text = pdfText(Buffer.from(await response.arrayBuffer()))
  expect(text).toContain('Пять подсказок')
  expect(text).toContain('$0.99')
  expect(text).toContain('Visa •••• 4242 · Stripe')

  hub.clock.advance(10 * 60_000)
  expect((await fetch(`${hub.url}${link}`)).status).toBe(403)
})

test('a receipt opens with its own signature only', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const [first, second] = [await till.bought(player), await till.bought(player)]
  const link = (await linkOf(hub, player, first.orderId)) as string
  const other = (await linkOf(hub, player, second.orderId)) as string
  const [otherPath] = other.split('?')
  const tampered = [
    link.replace(/expires=\d+/, 'expires=9999999999999'),
    link.replace(/signature=.*/, 'signature='),
    link.split('?')[0],
    `${otherPath}?${link.split('?')[1]}`,
  ]
  for (const path of tampered) {
    const response = await fetch(`${hub.url}${path}`)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'RECEIPT_LINK_INVALID' })
  }
})

test('the receipt is mailed to the player once, in their language', async ({ hub, player }) => {
  const till = cashierAt(hub)
  const { orderId } = await till.bought(player)
  const letters = await till.letters(player.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ subject: 'Your Playhub receipt for $0.99' })
  expect(letters[0]?.text).toContain(orderId)
  const receipts = await hub.context.db.selectFrom('receipts').select(['email', 'mailedAt']).execute()
  expect(receipts).toEqual([{ email: player.email, mailedAt: hub.clock.now() }])
})

test('a Russian letter is Russian and carries the PDF', () => {
  const pdf = Buffer.from('%PDF-')
  const letter = receiptLetter(facts, { to: 'a@example.org', language: 'ru', pdf })
  expect(letter.subject.replaceAll('\u00a0', ' ')).toBe('Чек Playhub на 1 234,50 ₽')
  expect(letter.html).toContain('lang="ru"')
  expect(letter.attachments).toEqual([
    { filename: 'PH-20300101-3F9A1C22D04B.pdf', content: pdf, contentType: 'application/pdf' },
  ])
})

/** Paid at YooKassa, whose shop registers receipts as told. */
async function paidWithReceipt(receipts: 'pend' | 'fail') {
  const hub = await startTestHub({ env: { YOOKASSA_RECEIPT_VAT: 'none' } })
  const till = cashierAt(hub)
  const player = await hub.signIn()
  const orderId = await till.order(player)
  await hub.callOk('GET /payments/yookassa/create/{id}', { as: player, params: { id: orderId } })
  const rig = (how: object) => till.onSandbox(`/control/payments/${orderId}/rig`, how)
  await rig({ receipts })
  await till.decide(orderId)
  hub.clock.advance(1000)
  await till.get(player, orderId)
  await hub.runDueJobs()
  return { hub, till, player, orderId, rig }
}

test("the link waits while the provider's own receipt is pending, and brings its numbers", async () => {
  const { hub, till, player, orderId, rig } = await paidWithReceipt('pend')
  expect(await linkOf(hub, player, orderId)).toBeNull()
  expect(await till.letters(player.email)).toEqual([])
  await rig({ receipts: 'register' })
  await vi.waitFor(async () => {
    hub.clock.advance(2000)
    await hub.runDueJobs()
    expect(await linkOf(hub, player, orderId)).toMatch(/^\/api\/payments\/receipts\//)
  }, 10_000)
  const pdf = await fetch(`${hub.url}${await linkOf(hub, player, orderId)}`)
  expect(pdfText(Buffer.from(await pdf.arrayBuffer()))).toMatch(/ФД \d+ · ФН 9960440300000001 · ФП \d+/)
  expect(await till.letters(player.email)).toHaveLength(1)
})

test('a fiscal receipt that fails does not keep a player from ours, and is logged', async () => {
  const { hub, player, orderId } = await paidWithReceipt('fail')
  await vi.waitFor(async () => {
    hub.clock.advance(2000)
    await hub.runDueJobs()
    expect(await linkOf(hub, player, orderId)).toMatch(/^\/api\/payments\/receipts\//)
  }, 10_000)
  expect(hub.logs()).toMatch(/A fiscal receipt was not registered/)
})

test('a fiscal receipt that never comes is waited for a day', async () => {
  const { hub, player, orderId } = await paidWithReceipt('pend')
  hub.clock.advance(23 * 3_600_000)
  await hub.runDueJobs()
  expect(await linkOf(hub, player, orderId)).toBeNull()
  hub.clock.advance(3_600_000)
  await hub.runDueJobs()
  expect(await linkOf(hub, player, orderId)).toMatch(/^\/api\/payments\/receipts\//)
})
