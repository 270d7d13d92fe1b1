import { createHash } from 'node:crypto'
import { emailField } from '@playhub/contract'
import { convert } from 'html-to-text'
import PostalMime, { addressParser, type Email } from 'postal-mime'
import { cleanAttachmentName, findAttachmentType } from './attachment-type.ts'
import { foldQuote } from './fold-quote.ts'

export type MailTask = {
  raw: Uint8Array
  /** True when only its beginning was fetched, because the whole is too large. */
  isCut: boolean
}

export type ParsedMail = {
  /** The same for each copy of a mail, however it arrived. */
  key: string
  /** Null when it names no single sender. */
  from: string | null
  /** Headers that may carry a token, the recipients before the references. */
  routing: string
  /** A vacation notice, a bounce, a mailing list, or the hub's own mail. */
  isAutomatic: boolean
  subject: string
  text: string
  quoted: string | null
  attachments: MailAttachment[]
  /** Attachments that were left out: too large, too many, or of a type that staff may not open. */
  omitted: number
}

type MailAttachment = { name: string; type: string; bytes: Uint8Array }

const limits = {
  headerBytes: 256 * 1024,
  nesting: 32,
  htmlLength: 500_000,
  textLength: 20_000,
  attachments: 20,
  attachmentBytes: 10 * 1024 * 1024,
}

/** Runs on a thread of its own, which may be ended: a malicious mail can take seconds and much memory. */
export default async function parseMail({ raw, isCut }: MailTask): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, {
    maxHeadersSize: limits.headerBytes,
    maxNestingDepth: limits.nesting,
    maxRfc822NestingDepth: 1,
    forceRfc822Attachments: true,
  })
  const read = (...names: string[]) =>
    mail.headers
      .filter(({ key }) => names.includes(key))
      .map(({ value }) => value)
      .join(', ')
  const from = findSender(read('from'))
  const body = clean(mail.text?.trim() ? mail.text : toText(mail.html ?? ''), limits.textLength * 2)
  const { text, quoted } = foldQuote(body)
  const { attachments, omitted } = pickAttachments(mail, isCut)
  return {
    key: hash([
      mail.messageId ?? '',
      mail.date ?? '',
      from ?? '',
      mail.subject ?? '',
      body.replace(/\s+/g, ' '),
    ]),
    from,
    routing: read('to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'in-reply-to', 'references'),
    isAutomatic: isAutomatic(mail, read),
    subject: clean(mail.subject ?? '', 200)
      .replace(/\s+/g, ' ')
      .trim(),
    text: clean(text, limits.textLength),
    quoted: quoted === null ? null : clean(quoted, limits.textLength),
    attachments,
    omitted,
  }
}

/** Mail programs show the first of several senders, mail servers may have checked another. */
function findSender(header: string): string | null {
  const [sender, ...others] = addressParser(header, { flatten: true })
  const email = emailField.safeParse(sender?.address ?? '')
  return email.success && others.length === 0 ? email.data : null
}

const hash = (parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Without control characters but tabs and line breaks. */
function clean(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxLength)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
  return plain.toWellFormed()
}

function toText(html: string): string {
  return convert(html.slice(0, limits.htmlLength), {
    wordwrap: false,
    limits: { maxDepth: 50, maxChildNodes: 1000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
}

/** @see https://www.rfc-editor.org/rfc/rfc3834 */
function isAutomatic(mail: Email, read: (...names: string[]) => string): boolean {
  const submitted = read('auto-submitted').trim().toLowerCase()
  return (
    (submitted !== '' && submitted !== 'no') ||
    /\b(bulk|junk|list|auto_reply)\b/i.test(read('precedence')) ||
    read('x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'list-id', 'x-playhub') !== '' ||
    /multipart\/report/i.test(read('content-type')) ||
    read('return-path').trim() === '<>' ||
    /^(mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')
  )
}

/** What is cut off cannot be told from what is whole. */
function pickAttachments(
  { attachments }: Email,
  isCut: boolean,
): Pick<ParsedMail, 'attachments' | 'omitted'> {
  const picked: MailAttachment[] = []
  let freeBytes = limits.attachmentBytes
  for (const { filename, content } of isCut ? [] : attachments) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    const found = findAttachmentType(bytes)
    if (!found || bytes.length > freeBytes || picked.length >= limits.attachments) continue
    freeBytes -= bytes.length
    picked.push({ name: cleanAttachmentName(filename ?? '', found.ending), type: found.type, bytes })
  }
  return { attachments: picked, omitted: Math.max(attachments.length - picked.length, isCut ? 1 : 0) }
}
