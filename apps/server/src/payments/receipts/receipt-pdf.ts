import { fileURLToPath } from 'node:url'
import { formatMoney, type Money } from '@playhub/contract'
import PDFDocument from 'pdfkit'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { ReceiptContent } from '../ledger/tables.ts'
import { paymentMethodOf } from './receipt-content.ts'

type Page = PDFKit.PDFDocument

const fonts = {
  text: fileURLToPath(import.meta.resolve('@expo-google-fonts/onest/400Regular/Onest_400Regular.ttf')),
  strong: fileURLToPath(import.meta.resolve('@expo-google-fonts/onest/600SemiBold/Onest_600SemiBold.ttf')),
  display: fileURLToPath(import.meta.resolve('@expo-google-fonts/unbounded/700Bold/Unbounded_700Bold.ttf')),
}
const ink = '#171a2b'
const muted = '#6a6f85'
const hairline = '#dcd8cf'
const ember = '#ff6b4a'
const amber = '#ffc869'
const paper = '#faf8f4'

const left = 56
const right = 539
const width = right - left
const middle = left + width / 2

/** Worker task: renders a receipt in Russian and English on one A4 page. Equal content gives equal bytes. */
export default function drawReceipt(content: ReceiptContent): Promise<Buffer> {
  const page = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'ru',
    info: infoOf(content),
    displayTitle: true,
  })
  for (const [name, file] of Object.entries(fonts)) page.registerFont(name, file)
  drawHead(page, content)
  drawTotal(page, content)
  const afterItem = drawItem(page, content, 318)
  const afterRows = drawRows(page, content, afterItem + 26)
  drawSeller(page, content, afterRows + 26)
  drawFoot(page, content)
  return collect(page)
}

function infoOf({ number, paidAt, seller }: ReceiptContent): PDFKit.DocumentInfo {
  const date = new Date(paidAt)
  return {
    Title: `Чек ${number} · Receipt ${number}`,
    Author: seller.name.en,
    Creator: 'Playhub',
    Producer: 'Playhub',
    CreationDate: date,
    ModDate: date,
  }
}

function drawHead(page: Page, { number }: ReceiptContent): void {
  drawMark(page, left - 3, 46, 46)
  page
    .font('display')
    .fontSize(17)
    .fillColor(ink)
    .text('Playhub', left + 49, 59, { lineBreak: false })
  page.font('strong').fontSize(11).text('Чек · Receipt', left, 53, { width, align: 'right' })
  page.font('text').fontSize(9.5).fillColor(muted).text(number, left, 70, { width, align: 'right' })
}

const markSize = 48
const markArch = 'M5 43V22A19 19 0 0 1 43 22V43'
const markDoor = 'M12.5 22A11.5 11.5 0 0 1 35.5 22V40.5Q35.5 43 33 43H15Q12.5 43 12.5 40.5Z'
const markPlay = 'M17.4 23Q17.4 20.8 19.3 21.8L29.4 27.4Q31.4 28.5 29.4 29.6L19.3 35.2Q17.4 36.3 17.4 34.1Z'

/** The logo of `main_images/mark.svg`. */
function drawMark(page: Page, x: number, y: number, size: number): void {
  page
    .save()
    .translate(x, y)
    .scale(size / markSize)
  page.path(markArch).lineWidth(4).lineCap('round').stroke(ember)
  page.path(markDoor).fill(page.linearGradient(15, 10, 34, 43).stop(0, amber).stop(1, ember))
  page.path(markPlay).fill(ink)
  page.restore()
}

function drawTotal(page: Page, content: ReceiptContent): void {
  const top = 118
  page.roundedRect(left, top, width, 164, 16).fill(paper)
  label(page, 'Оплачено', 'Paid', left + 28, top + 26)
  page
    .font('display')
    .fontSize(36)
    .fillColor(ink)
    .text(sumOf(content.total), left + 28, top + 48, { width: width - 56, lineBreak: false })
  page.font('text').fontSize(10.5).fillColor(muted)
  page.text(formatDateTime(content.paidAt, 'ru'), left + 28, top + 104, { width: width - 56 })
  page.text(formatDateTime(content.paidAt, 'en'), left + 28, top + 121, { width: width - 56 })
  drawTick(page, right - 64, top + 40)
}

function drawTick(page: Page, x: number, y: number): void {
  page.circle(x + 16, y + 16, 16).fill('#1f9d63')
  page
    .moveTo(x + 9.5, y + 16.5)
    .lineTo(x + 14, y + 21)
    .lineTo(x + 22.5, y + 11.5)
    .lineCap('round')
    .lineJoin('round')
    .lineWidth(2.6)
    .stroke('#ffffff')
}

/** @returns the y coordinate of its end, as the functions below */
function drawItem(page: Page, { item, game, total }: ReceiptContent, top: number): number {
  label(page, 'Покупка', 'Item', left, top)
  const sum = sumOf(total)
  page.font('strong').fontSize(13).fillColor(ink)
  const sumWidth = page.widthOfString(sum)
  page.text(sum, left, top + 20, { width, align: 'right' })
  const textWidth = width - sumWidth - 24
  page.text(item.ru, left, top + 20, { width: textWidth })
  page.font('text').fontSize(11).text(item.en, { width: textWidth })
  page.fillColor(muted).text(both(game.ru, game.en), left, page.y + 3, { width: textWidth })
  return rule(page, page.y + 20)
}

type Row = [ru: string, en: string, value: string]

function drawRows(page: Page, content: ReceiptContent, top: number): number {
  const method = both(paymentMethodOf(content, 'ru'), paymentMethodOf(content, 'en'))
  const rows: Row[] = [
    ['Способ оплаты', 'Payment method', method],
    ['Номер платежа', 'Payment ID', content.paymentId],
    ['Заказано', 'Ordered', formatUtc(content.orderedAt)],
    ['Количество', 'Quantity', '1'],
    ...fiscalRows(content),
    ...refundRows(content),
  ]
  let y = top
  for (const [ru, en, value] of rows) {
    label(page, ru, en, left, y)
    page
      .font('text')
      .fontSize(10.5)
      .fillColor(ink)
      .text(value, middle - 40, y - 1, { width: right - middle + 40, align: 'right' })
    y = Math.max(page.y, y + 14) + 10
  }
  return rule(page, y + 8)
}

/** ФД, ФН and ФП are the tax service's abbreviations on fiscal receipts. */
function fiscalRows({ fiscal }: ReceiptContent): Row[] {
  if (!fiscal) return []
  const { document, storage, attribute } = fiscal
  return [['Фискальный чек', 'Fiscal receipt', `ФД ${document} · ФН ${storage} · ФП ${attribute}`]]
}

const maxRefundRows = 3

/** Each refund, or their total when there are more than `maxRefundRows`. */
function refundRows({ refunds = [], total }: ReceiptContent): Row[] {
  const returned = (amountMinor: number) => `−${sumOf({ ...total, amountMinor })}`
  if (refunds.length <= maxRefundRows) {
    return refunds.map(({ amountMinor, refundedAt }) => [
      'Возвращено',
      'Refunded',
      `${returned(amountMinor)} · ${formatUtc(refundedAt)}`,
    ])
  }
  const sum = refunds.reduce((all, { amountMinor }) => all + amountMinor, 0)
  return [['Возвращено всего', 'Refunded in all', returned(sum)]]
}

function drawSeller(page: Page, { seller }: ReceiptContent, top: number): void {
  const column = width / 2 - 12
  const taxId = seller.taxId ? { ru: `ИНН ${seller.taxId}`, en: `Tax ID ${seller.taxId}` } : undefined
  for (const [x, language, title] of [
    [left, 'ru', 'Продавец'],
    [middle + 12, 'en', 'Seller'],
  ] as const) {
    page.font('text').fontSize(9).fillColor(muted).text(title, x, top, { width: column })
    page
      .font('strong')
      .fontSize(11)
      .fillColor(ink)
      .text(seller.name[language], x, top + 16, { width: column })
    page.font('text').fontSize(10).fillColor(muted).text(seller.address[language], { width: column })
    if (taxId) page.text(taxId[language], { width: column })
  }
}

function drawFoot(page: Page, { seller }: ReceiptContent): void {
  page.font('text').fontSize(9).fillColor(muted)
  page.text(`Вопросы по платежу — ${seller.email}`, left, 768, { width })
  page.text(`Questions about this payment — ${seller.email}`, left, 782, { width })
}

function label(page: Page, ru: string, en: string, x: number, y: number): void {
  page.font('text').fontSize(9).fillColor(muted).text(both(ru, en), x, y, { lineBreak: false })
}

function rule(page: Page, y: number): number {
  page.moveTo(left, y).lineTo(right, y).lineWidth(0.75).stroke(hairline)
  return y
}

/** Text that is equal in both languages is printed once. */
function both(ru: string, en: string): string {
  return ru === en ? ru : `${ru} · ${en}`
}

/** Formats money as its home country does. */
function sumOf(money: Money): string {
  return formatMoney(money, money.currency === 'RUB' ? 'ru' : 'en')
}

/** "2026-11-21 03:14 UTC", for both languages. */
function formatUtc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function collect(page: Page): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    page.on('data', (chunk: Buffer) => chunks.push(chunk))
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
    page.end()
  })
}
