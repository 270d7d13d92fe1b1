import { expect, vi } from 'vitest'
import { pdfText } from '../../../test/support/payments/pdf-text.ts'
import { stripeCheckout, test } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { shippedMessages } from '../../i18n/server-messages.ts'
import type { ReceiptContent } from '../records/tables.ts'
import { composeReceiptEmail } from './receipt-email.ts'
import drawReceipt from './receipt-pdf.ts'

const content: ReceiptContent = {
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

const style = { messages: ['ru', 'en'].map(shippedMessages), font: null }
const draw = async (drawn: ReceiptContent) => pdfText(await drawReceipt({ content: drawn, style }))

async function fetchReceiptLink(hub: TestHub, as: Awaited<ReturnType<TestHub['logIn']>>, orderId: string) {
  return (await hub.callOk('GET /user/get-receipt-link', { as, query: { privatePaymentId: orderId } })).data
    .result
}

test('a receipt has its whole content in Russian and English', async () => {
  const text = await draw(content)
  for (const part of [
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
    expect(text.replaceAll('\u00a0', ' ')).toContain(part)
  }
})

test('a receipt repeats the waiver that the player has accepted, with its instant', async () => {
  const text = 'Start now; I know that I lose my right to withdraw'
  const drawn = await draw({ ...content, waiver: { at: Date.UTC(2030, 0, 1, 12, 0, 30), text } })
  expect(drawn.replaceAll(/\s+/g, ' ')).toContain(`Принято · Accepted`)
  expect(drawn.replaceAll(/\s+/g, ' ')).toContain(`${text} · 2030-01-01 12:00 UTC`)
  expect(await draw(content)).not.toContain('Accepted')
})

test('the dollar sign precedes the amount', async () => {
  const text = await draw({ ...content, total: { amountMinor: 249, currency: 'USD' } })
  expect(text).toContain('$2.49')
})

test('a receipt that cannot be rendered fails alone', async ({ hub, player, checkout }) => {
  const [broken, sound] = [await checkout.buy(player), await checkout.buy(player)]
  await hub.runDueJobs()
  await hub.context.db
    .updateTable('receipts')
    .set({ content: JSON.stringify({ ...content, paidAt: 'never' }) })
    .where('orderId', '=', broken.orderId)
    .execute()
  const open = async ({ orderId }: typeof sound) =>
    (await fetch(hub.url + (await fetchReceiptLink(hub, player, orderId)))).status
  expect([await open(broken), await open(sound)]).toEqual([500, 200])
})

test('the receipt link is null until the receipt exists, then valid for ten minutes', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId, intentId } = await checkout.orderAndOpen(player)
  await checkout.decide(intentId)
  await checkout.get(player, orderId)
  expect(await fetchReceiptLink(hub, player, orderId)).toBeNull()
  await hub.runDueJobs()
  const link = await fetchReceiptLink(hub, player, orderId)
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

test.for([
  ['ru', 'Эта ссылка на чек больше не действует', 'К моим платежам'],
  ['en', 'This receipt link no longer works', 'To my payments'],
] as const)(
  'an expired receipt link is a page in %s for browsers, with the way to a fresh one',
  async ([language, title, label], { hub, player, checkout }) => {
    const { orderId } = await checkout.buy(player)
    const link = await fetchReceiptLink(hub, player, orderId)
    hub.clock.advance(10 * 60_000)
    const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': language }
    const response = await fetch(`${hub.url}${link}`, { headers })
    expect([response.status, response.headers.get('cache-control')]).toEqual([403, 'no-store'])
    expect(response.headers.get('content-type')).toContain('text/html')
    const page = await response.text()
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain(`<a href="/session/login?next=transactions&amp;locale=${language}">${label}</a>`)
    const forPrograms = await fetch(`${hub.url}${link}`, { headers: { accept: 'application/json' } })
    expect(forPrograms.headers.get('content-type')).toContain('application/problem+json')
  },
)

test('a receipt link needs its own signature', async ({ hub, player, checkout }) => {
  const [first, second] = [await checkout.buy(player), await checkout.buy(player)]
  const link = (await fetchReceiptLink(hub, player, first.orderId)) as string
  const other = (await fetchReceiptLink(hub, player, second.orderId)) as string
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

test('the receipt is emailed to the player once, in their language', async ({ hub, player, checkout }) => {
  const { orderId } = await checkout.buy(player)
  const emails = await checkout.emails(player.email)
  expect(emails).toHaveLength(1)
  expect(emails[0]).toMatchObject({ subject: 'Your Playhub receipt for $0.99' })
  expect(emails[0]?.text).toContain(orderId)
  const receipts = await hub.context.db.selectFrom('receipts').select(['email', 'mailedAt']).execute()
  expect(receipts).toEqual([{ email: player.email, mailedAt: hub.clock.now() }])
})

test('a Russian receipt email is in Russian and leads to the receipt', () => {
  const link = 'https://hub.example/api/payments/receipts/1.pdf?signature=a&b'
  const to = { to: 'a@example.org', publicUrl: 'https://hub.example' }
  const email = composeReceiptEmail(content, { ...to, messages: shippedMessages('ru'), link })
  expect(email.subject.replaceAll('\u00a0', ' ')).toBe('Чек Playhub на 1 234,50 ₽')
  expect(email.html).toContain('lang="ru"')
  expect(email.text).toContain(`Открыть чек: ${link}`)
  expect(email.html).toContain(`href="${link.replace('&', '&#38;')}"`)
  expect(email.html).toContain('Открыть чек</a>')
})

test.for([
  ['en', 'Contents: Five hints × 2, Bomb × 1', 'Price without discount: ₽1,500. Discount: ₽265.50.'],
  ['ru', 'Состав: Пять подсказок × 2, Бомба × 1', 'Цена без скидки: 1 500 ₽. Скидка: 265,50 ₽.'],
] as const)(
  'a receipt email in "%s" lists contents, list price and discount',
  ([language, contents, discount]) => {
    const parts = [
      { title: { en: 'Five hints', ru: 'Пять подсказок' }, quantity: 2 },
      { title: { en: 'Bomb', ru: 'Бомба' }, quantity: 1 },
    ]
    const to = { to: 'a@example.org', publicUrl: 'https://hub.example', link: 'https://hub.example/1.pdf' }
    const messages = shippedMessages(language)
    const reduced = { ...content, contents: parts, list: { ...content.total, amountMinor: 150_000 } }
    const email = composeReceiptEmail(reduced, { ...to, messages })
    for (const text of [email.text, email.html]) {
      expect(text.replace(/\u00a0|&#160;/g, ' ')).toContain(contents)
      expect(text.replace(/\u00a0|&#160;/g, ' ')).toContain(discount)
    }
    const { text } = composeReceiptEmail(content, { ...to, messages })
    expect(text).not.toMatch(/Contents|Состав|Discount|Скидка/)
  },
)

test('the link in the email works as long as the receipt is kept, and shows later refunds', async ({
  hub,
  player,
  checkout,
}) => {
  const { orderId } = await checkout.buy(player)
  const [email] = await checkout.emails(player.email)
  const link = /http\S+\.pdf\?signature=[\w-]+$/m.exec(email?.text ?? '')?.[0] ?? ''
  expect(new URL(link).origin).toBe(hub.context.config.http.publicUrl)
  const { pathname, search } = new URL(link)
  hub.clock.advance(365 * 24 * 60 * 60_000)
  const readText = async () => {
    const response = await fetch(`${hub.url}${pathname}${search}`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    return pdfText(Buffer.from(await response.arrayBuffer()))
  }
  expect(await readText()).not.toContain('−$0.99')
  await hub.context.payments.refundOrder({ orderId, reason: 'test', requestedBy: 'operator', key: 'refund' })
  await hub.runDueJobs()
  expect(await readText()).toContain('−$0.99')
})

test('a link that expires does not become one that lasts', async ({ hub, player, checkout }) => {
  const { orderId } = await checkout.buy(player)
  const link = (await fetchReceiptLink(hub, player, orderId)) as string
  for (const path of [link.replace(/expires=\d+&/, ''), link.replace(/expires=\d+/, 'expires=never')])
    expect((await fetch(`${hub.url}${path}`)).status).toBe(403)
})

/** An order paid at YooKassa. @param receipts  What happens to its fiscal receipt. */
async function paidWithReceipt(receipts: 'pend' | 'fail') {
  const hub = await startTestHub({ env: { YOOKASSA_RECEIPT_VAT: 'none' } })
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const orderId = await checkout.order(player)
  await hub.callOk('GET /payments/yookassa/create/{id}', { as: player, params: { id: orderId } })
  const rig = (how: object) => checkout.control.request(`/control/payments/${orderId}/rig`, how)
  await rig({ receipts })
  await checkout.decide(orderId)
  hub.clock.advance(1000)
  await checkout.get(player, orderId)
  await hub.runDueJobs()
  return { hub, checkout, player, orderId, rig }
}

test('the receipt waits for a pending fiscal receipt and shows its numbers', async () => {
  const { hub, checkout, player, orderId, rig } = await paidWithReceipt('pend')
  expect(await fetchReceiptLink(hub, player, orderId)).toBeNull()
  expect(await checkout.emails(player.email)).toEqual([])
  await rig({ receipts: 'register' })
  await vi.waitFor(async () => {
    await hub.passTime(2000)
    expect(await fetchReceiptLink(hub, player, orderId)).toMatch(/^\/api\/payments\/receipts\//)
  }, 10_000)
  const pdf = await fetch(`${hub.url}${await fetchReceiptLink(hub, player, orderId)}`)
  expect(pdfText(Buffer.from(await pdf.arrayBuffer()))).toMatch(/ФД \d+ · ФН 9960440300000001 · ФП \d+/)
  expect(await checkout.emails(player.email)).toHaveLength(1)
})

test('a failed fiscal receipt is logged and does not block our receipt', async () => {
  const { hub, player, orderId } = await paidWithReceipt('fail')
  await vi.waitFor(async () => {
    await hub.passTime(2000)
    expect(await fetchReceiptLink(hub, player, orderId)).toMatch(/^\/api\/payments\/receipts\//)
  }, 10_000)
  expect(hub.logs()).toMatch(/Fiscal receipt not registered/)
})

test('a fiscal receipt is awaited for at most a day', async () => {
  const { hub, player, orderId } = await paidWithReceipt('pend')
  await hub.passTime(23 * 3_600_000)
  expect(await fetchReceiptLink(hub, player, orderId)).toBeNull()
  await hub.passTime(3_600_000)
  expect(await fetchReceiptLink(hub, player, orderId)).toMatch(/^\/api\/payments\/receipts\//)
})
