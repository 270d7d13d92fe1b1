import { MINUTE_MS } from '../../../src/platform/clock.ts'
import { emailsTo, type ReceivedEmail } from '../registration.ts'
import type { TestHub } from '../test-hub.ts'

type Mail = {
  from: string
  to?: string
  subject?: string
  text?: string
  headers?: string[]
  /** By type; the bytes as they are. */
  attachments?: { name: string; type: string; bytes: Buffer }[]
  html?: string
}

let count = 0

/** A mail as a mail server hands it over. */
export function composeMail(mail: Mail): Buffer {
  const { from, to = 'support@playhub.example', subject = 'Re: Help', text, html, headers = [] } = mail
  const body = html
    ? `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`
    : `Content-Type: text/plain; charset=utf-8\r\n\r\n${text ?? ''}`
  const parts = (mail.attachments ?? []).map(
    ({ name, type, bytes }) =>
      `--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`,
  )
  const content =
    parts.length === 0
      ? body
      : `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${body}\r\n${parts.join('\r\n')}\r\n--b--`
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(headers.some((header) => header.startsWith('Message-ID'))
      ? []
      : [`Message-ID: <${++count}@mail.test>`]),
    ...headers,
    'MIME-Version: 1.0',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n${content}\r\n`)
}

export const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64, 7)])
export const pdf = Buffer.from('%PDF-1.7\nhello')

/** Lets a minute pass, after which the hub reads its mailbox. */
export async function pollMailbox(hub: TestHub): Promise<void> {
  await hub.passTime(MINUTE_MS)
}

/** Delivers a mail to the mailbox, which the hub reads. */
export async function receiveMail(hub: TestHub, mail: Mail): Promise<void> {
  hub.mailbox.deliver(composeMail(mail))
  await pollMailbox(hub)
}

export type SupportEmail = ReceivedEmail & { replyTo: string; messageId: string }

/** The newest email from support to a player. */
export async function newestSupportEmail(hub: TestHub, email: string): Promise<SupportEmail> {
  const [newest] = (await emailsTo(hub, email)) as SupportEmail[]
  if (!newest) throw new Error(`No email was sent to ${email}`)
  return newest
}

/** Flags of each mail in the mailbox. */
export const listFlags = (hub: TestHub) => hub.mailbox.messages.map(({ flags }) => [...flags].join(' '))
