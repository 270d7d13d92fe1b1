import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contentWithLanguage, editContent } from '../../../test/support/added-language.ts'
import { pdfText } from '../../../test/support/payments/pdf-text.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'
import { completeMessages, type TextTree } from '../../i18n/complete-messages.ts'
import { englishFiles, type ServerMessages, shippedMessages } from '../../i18n/server-messages.ts'
import type { ReceiptContent } from '../records/tables.ts'
import { hubFonts } from './receipt-fonts.ts'
import drawReceipt from './receipt-pdf.ts'

test('receipt, receipt email and refund email are in a language that the content adds', async () => {
  const dir = contentWithLanguage()
  editContent(dir, 'projects/islandm3.yaml', (yaml) =>
    yaml.replace('en: Five hints }', 'en: Five hints, de: Fünf Tipps }'),
  )
  const hub = await startTestHub({ env: { CONTENT_DIR: dir } })
  const checkout = stripeCheckout(hub)
  const player = await hub.logIn()
  const headers = { 'frontend-language': 'de' }
  const body = { itemId: 'islandm3-hints' }
  const order = await hub.callOk('POST /payments/create', { as: player, body, headers })
  await checkout.decide((await checkout.open(player, order.id)).id)
  hub.clock.advance(1000)
  await checkout.get(player, order.id)
  await hub.runDueJobs()
  const [email] = await checkout.emails(player.email)
  expect(email?.subject.replaceAll('\u00a0', ' ')).toBe('Dein Playhub-Beleg über 0,99 $')
  expect(email?.text).toContain('Fünf Tipps')
  expect(email?.text).toContain('1. Januar 2030')
  expect(email?.text).toContain('Something wrong? Write to us')
  expect(email?.html).toContain('lang="de"')

  const query = { privatePaymentId: order.id }
  const { data } = await hub.callOk('GET /user/get-receipt-link', { as: player, query })
  const pdf = await fetch(`${hub.url}${data.result}`)
  const text = pdfText(Buffer.from(await pdf.arrayBuffer()))
  expect(text).toContain('Beleg · Receipt')
  expect(text).toContain('Verkäufer')
  expect(text).toContain('Fünf Tipps')
  expect(text).toContain('Five hints')
  expect(text).not.toMatch(/[а-я]/)

  const [transaction] = (
    await hub.callOk('GET /payments/get-user-payments', { as: player, query: {}, headers })
  ).data.result
  expect(transaction?.title).toBe('Fünf Tipps')
})

const japaneseContent: ReceiptContent = {
  number: 'PH-20300101-3F9A1C22D04B',
  language: 'ja',
  paymentId: '01a1fc30-acfe-7101-bb1e-3f9a1c22d04b',
  seller: {
    name: { en: 'Playhub LLC', ja: 'プレイハブ合同会社' },
    address: { en: '1 Example Street' },
    taxId: '',
    email: 'support@playhub.example',
  },
  game: { en: 'Treasure Island', ja: '宝島' },
  item: { ja: 'ヒント5回' },
  itemId: 'islandm3-hints',
  total: { amountMinor: 99, currency: 'USD' },
  provider: 'stripe',
  paidWith: 'Visa •••• 4242',
  orderedAt: Date.UTC(2030, 0, 1, 12, 0),
  paidAt: Date.UTC(2030, 0, 1, 12, 1),
}

/** Japanese labels, as the content would add them. */
function japaneseMessages(): ServerMessages {
  const receipts: TextTree = { receipt: '領収書', paid: 'お支払い済み', seller: '販売者' }
  return {
    language: 'ja',
    brand: 'Playhub',
    ...englishFiles,
    receipts: completeMessages(englishFiles.receipts, receipts, 'ja').messages,
  }
}
const messages = [japaneseMessages(), shippedMessages('en')]
const draw = async (content: ReceiptContent, font: string | null) =>
  pdfText(await drawReceipt({ content, style: { messages, font } }))

test('a receipt is in English where no font has the characters of its language', async () => {
  const text = await draw(japaneseContent, null)
  expect(text).toContain('Playhub LLC')
  expect(text).toContain('Treasure Island')
  expect(text).toContain('islandm3-hints')
  expect(text).not.toMatch(/[\u3040-\u9fff\ufffd]/)
})

test('a receipt uses the font of its language for characters that the hub’s font lacks', async () => {
  const content = { ...japaneseContent, item: { ja: 'λΩ' } }
  expect(await draw(content, hubFonts.display)).toContain('λΩ')
  const withoutFont = await draw(content, null)
  expect(withoutFont).toContain('islandm3-hints')
})

test('a file that is no font leaves the receipt in English', async () => {
  const font = fileURLToPath(import.meta.url)
  expect(await draw(japaneseContent, font)).toContain('islandm3-hints')
})
