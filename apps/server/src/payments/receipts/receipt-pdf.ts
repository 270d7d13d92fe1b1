import { formatMoney, type LocalizedText, localText, type Money } from '@playhub/contract'
import PDFDocument from 'pdfkit'
import { defaultBrand, fillText, type ServerMessages } from '../../i18n/server-messages.ts'
import { formatDateTime } from '../../platform/mail/format-date.ts'
import type { ReceiptContent } from '../records/tables.ts'
import { calculateDiscount, formatContents, formatPaymentMethod } from './receipt-content.ts'
import {
  type HubFont,
  hubFonts,
  type ReceiptFonts,
  type ReceiptStyle,
  receiptFonts,
} from './receipt-fonts.ts'

type Page = PDFKit.PDFDocument

/** A page and what it is written with. */
type Sheet = {
  page: Page
  fonts: ReceiptFonts
  /** Only languages the fonts can draw, at least one. */
  messages: ServerMessages[]
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

/** Worker task: renders a receipt on one A4 page. Equal content gives equal bytes. */
export default function drawReceipt({
  content,
  style,
}: {
  content: ReceiptContent
  style: ReceiptStyle
}): Promise<Buffer> {
  const fonts = receiptFonts(style)
  const messages = drawableTexts(style.messages, fonts)
  const page = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: messages[0]?.language,
    info: createDocumentInfo(content, messages),
    displayTitle: true,
  })
  for (const [name, file] of Object.entries(hubFonts)) page.registerFont(name, file)
  if (fonts.languageFile !== null) page.registerFont('language', fonts.languageFile)
  const sheet: Sheet = { page, fonts, messages }
  if (style.isTest) drawTestMode(sheet)
  drawHead(sheet, content)
  drawTotal(sheet, content)
  const afterItem = drawItem(sheet, content, 318)
  const afterRows = drawRows(sheet, content, afterItem + 26)
  drawSeller(sheet, content, afterRows + 26)
  drawFoot(sheet, content)
  return collect(page)
}

/** Leaves out languages whose characters no font has; the last one, English or Russian, always stays. */
function drawableTexts(messages: ServerMessages[], fonts: ReceiptFonts): ServerMessages[] {
  const isLast = (index: number) => index === messages.length - 1
  return messages.filter(
    ({ receipts }, index) => isLast(index) || fonts.canDraw(Object.values(receipts).join('')),
  )
}

function createDocumentInfo(
  { number, paidAt, seller }: ReceiptContent,
  messages: ServerMessages[],
): PDFKit.DocumentInfo {
  const date = new Date(paidAt)
  return {
    Title: messages.map(({ receipts }) => `${receipts.receipt} ${number}`).join(' · '),
    Author: localText(seller.name, 'en'),
    Creator: messages[0]?.brand ?? defaultBrand,
    Producer: messages[0]?.brand ?? defaultBrand,
    CreationDate: date,
    ModDate: date,
  }
}

function drawHead(sheet: Sheet, { number }: ReceiptContent): void {
  const { page, messages } = sheet
  const brand = messages[0]?.brand ?? defaultBrand
  const isOurs = brand === defaultBrand
  if (isOurs) drawMark(page, left - 3, 46, 46)
  page.fontSize(17).fillColor(ink)
  write(sheet, 'display', brand, isOurs ? left + 49 : left, 59, { lineBreak: false })
  page.fontSize(11)
  write(sheet, 'strong', formatLabel(sheet, 'receipt'), left, 53, { width, align: 'right' })
  page.font('text').fontSize(9.5).fillColor(muted).text(number, left, 70, { width, align: 'right' })
}

function drawTestMode(sheet: Sheet): void {
  const label = sheet.messages.map(({ pages }) => pages.testMode).join(' · ')
  sheet.page.fontSize(10.5).fillColor(ember)
  write(sheet, 'strong', label, left, 26, { width, align: 'center' })
}

const markSize = 48
const markArch = 'M5 43V22A19 19 0 0 1 43 22V43'
const markDoor = 'M12.5 22A11.5 11.5 0 0 1 35.5 22V40.5Q35.5 43 33 43H15Q12.5 43 12.5 40.5Z'
const markPlay = 'M17.4 23Q17.4 20.8 19.3 21.8L29.4 27.4Q31.4 28.5 29.4 29.6L19.3 35.2Q17.4 36.3 17.4 34.1Z'

/** Playhub's sign, as in `main_images/mark.svg`. */
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

function drawTotal(sheet: Sheet, content: ReceiptContent): void {
  const { page, messages } = sheet
  const top = 118
  page.roundedRect(left, top, width, 164, 16).fill(paper)
  drawLabel(sheet, 'paid', left + 28, top + 26)
  page
    .font('display')
    .fontSize(36)
    .fillColor(ink)
    .text(formatSum(content.total), left + 28, top + 48, { width: width - 56, lineBreak: false })
  page.fontSize(10.5).fillColor(muted)
  for (const [line, { language }] of messages.entries())
    write(sheet, 'text', formatDateTime(content.paidAt, language), left + 28, top + 104 + 17 * line, {
      width: width - 56,
    })
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

/** @returns the y coordinate where it ends, like the functions below */
function drawItem(sheet: Sheet, content: ReceiptContent, top: number): number {
  const { page } = sheet
  drawLabel(sheet, 'item', left, top)
  const sum = formatSum(content.total)
  page.font('strong').fontSize(13).fillColor(ink)
  const sumWidth = page.widthOfString(sum)
  page.text(sum, left, top + 20, { width, align: 'right' })
  const textWidth = width - sumWidth - 24
  const [title = '', ...more] = listTexts(sheet, content.item, content.itemId ?? content.paymentId)
  write(sheet, 'strong', title, left, top + 20, { width: textWidth })
  page.fontSize(11)
  for (const text of more) write(sheet, 'text', text, left, page.y, { width: textWidth })
  page.fillColor(muted)
  const game = listTexts(sheet, content.game, '').join(' · ')
  write(sheet, 'text', game, left, page.y + 3, { width: textWidth })
  return rule(page, page.y + 20)
}

type Label = Exclude<keyof ServerMessages['receipts'], 'taxId' | 'questions'>
type Row = [label: Label, value: string]

function drawRows(sheet: Sheet, content: ReceiptContent, top: number): number {
  const { page, messages } = sheet
  const methods = messages.map((language) => formatPaymentMethod(content, language))
  const rows: Row[] = [
    ['paymentMethod', [...new Set(methods)].join(' · ')],
    ['paymentId', content.paymentId],
    ['ordered', formatUtc(content.orderedAt)],
    ['quantity', '1'],
    ...contentRows(sheet, content),
    ...discountRows(content),
    ...fiscalRows(content),
    ...waiverRows(sheet, content),
    ...refundRows(content),
  ]
  let y = top
  for (const [name, value] of rows) {
    drawLabel(sheet, name, left, y)
    page.fontSize(10.5).fillColor(ink)
    write(sheet, 'text', value, middle - 40, y - 1, { width: right - middle + 40, align: 'right' })
    y = Math.max(page.y, y + 14) + 10
  }
  return rule(page, y + 8)
}

/** What a bundle holds, in the languages of the receipt. */
function contentRows({ fonts, messages }: Sheet, content: ReceiptContent): Row[] {
  if (!content.contents) return []
  const texts = messages.map(({ language }) => formatContents(content, language))
  return [['contents', [...new Set(texts)].filter((text) => fonts.canDraw(text)).join(' · ')]]
}

function discountRows(content: ReceiptContent): Row[] {
  const { list } = content
  const discount = calculateDiscount(content)
  if (!list || !discount) return []
  return [
    ['listPrice', formatSum(list)],
    ['discount', `−${formatSum(discount)}`],
  ]
}

/** ФД, ФН and ФП are the tax service's abbreviations on fiscal receipts. */
function fiscalRows({ fiscal }: ReceiptContent): Row[] {
  if (!fiscal) return []
  const { document, storage, attribute } = fiscal
  return [['fiscalReceipt', `ФД ${document} · ФН ${storage} · ФП ${attribute}`]]
}

/** The text in the one language in which the player accepted it, as far as the fonts can draw it. */
function waiverRows({ fonts }: Sheet, { waiver }: ReceiptContent): Row[] {
  if (!waiver) return []
  const text = fonts.canDraw(waiver.text) ? `${waiver.text} · ` : ''
  return [['accepted', `${text}${formatUtc(waiver.at)}`]]
}

const maxRefundRows = 3

/** Each refund, or their total when there are more than `maxRefundRows`. */
function refundRows({ refunds = [], total }: ReceiptContent): Row[] {
  const returned = (amountMinor: number) => `−${formatSum({ ...total, amountMinor })}`
  if (refunds.length <= maxRefundRows) {
    return refunds.map(({ amountMinor, refundedAt }) => [
      'refunded',
      `${returned(amountMinor)} · ${formatUtc(refundedAt)}`,
    ])
  }
  const sum = refunds.reduce((all, { amountMinor }) => all + amountMinor, 0)
  return [['refundedInAll', returned(sum)]]
}

/** A column for each language. */
function drawSeller(sheet: Sheet, { seller }: ReceiptContent, top: number): void {
  const { page, messages } = sheet
  const column = width / 2 - 12
  for (const [index, { language, receipts }] of messages.entries()) {
    const x = index === 0 ? left : middle + 12
    const name = textIn(sheet, seller.name, language, seller.email)
    const address = textIn(sheet, seller.address, language, '')
    page.fontSize(9).fillColor(muted)
    write(sheet, 'text', receipts.seller, x, top, { width: column })
    page.fontSize(11).fillColor(ink)
    write(sheet, 'strong', name, x, top + 16, { width: column })
    page.fontSize(10).fillColor(muted)
    write(sheet, 'text', address, x, page.y, { width: column })
    if (seller.taxId)
      write(sheet, 'text', fillText(receipts.taxId, { id: seller.taxId }), x, page.y, { width: column })
  }
}

function drawFoot(sheet: Sheet, { seller }: ReceiptContent): void {
  sheet.page.fontSize(9).fillColor(muted)
  for (const [line, { receipts }] of sheet.messages.entries())
    write(sheet, 'text', fillText(receipts.questions, { email: seller.email }), left, 768 + 14 * line, {
      width,
    })
}

function drawLabel(sheet: Sheet, name: Label, x: number, y: number): void {
  sheet.page.fontSize(9).fillColor(muted)
  write(sheet, 'text', formatLabel(sheet, name), x, y, { lineBreak: false })
}

function formatLabel({ messages }: Sheet, name: Label): string {
  return [...new Set(messages.map(({ receipts }) => receipts[name]))].join(' · ')
}

/** Draws a text in a font with its characters. */
function write(
  { page, fonts }: Sheet,
  font: HubFont,
  text: string,
  x: number,
  y: number,
  options: PDFKit.Mixins.TextOptions,
): void {
  page.font(fonts.fontFor(text, font)).text(text, x, y, options)
}

/** A content text in each receipt language, without repetitions. */
function listTexts(sheet: Sheet, text: LocalizedText, replacement: string): string[] {
  const all = sheet.messages.map(({ language }) => textIn(sheet, text, language, replacement))
  return [...new Set(all)]
}

/** One language; any other when the fonts lack its characters; else the replacement. */
function textIn({ fonts }: Sheet, text: LocalizedText, language: string, replacement: string): string {
  const candidates = [localText(text, language), localText(text, 'en'), ...Object.values(text)]
  return candidates.find(fonts.canDraw) ?? replacement
}

function rule(page: Page, y: number): number {
  page.moveTo(left, y).lineTo(right, y).lineWidth(0.75).stroke(hairline)
  return y
}

/** Formats money as its home country does. */
function formatSum(money: Money): string {
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
