import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { ImapFlow } from 'imapflow'
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { schedulePeriodic } from '../../platform/jobs/hourly-job.ts'
import { outageIn } from '../../platform/unavailable.ts'
import type { Deps } from '../deps.ts'
import type { MailOutcome, ReceiveMail } from './receive-mail.ts'

/** Larger mail is read to this size: its text stands before its attachments. */
export const maxMailBytes = 20 * 1024 * 1024
const cutMailBytes = 256 * 1024
const maxMailsPerPoll = 100

/** Reads the mailbox every minute, on one hub at a time. */
export function scheduleMailPoll(deps: Deps, imapUrl: string, receiveMail: ReceiveMail): Promise<void> {
  return schedulePeriodic(deps, 'support.poll-mailbox', MINUTE_MS, () =>
    pollMailbox(deps, imapUrl, receiveMail),
  )
}

/** Marks what it has received as seen, and what belongs to no ticket also as flagged. It deletes nothing. */
async function pollMailbox({ log }: Deps, imapUrl: string, receiveMail: ReceiveMail): Promise<void> {
  await withMailbox(imapUrl, async (client) => {
    const unseen = (await client.search({ seen: false }, { uid: true })) || []
    for (const uid of unseen.slice(0, maxMailsPerPoll)) {
      const outcome = await receiveOne(client, uid, receiveMail).catch((error: unknown) => {
        if (!client.usable || outageIn(error)) throw error
        log.error({ err: error, uid }, 'A mail for support could not be stored; it is flagged in the mailbox')
        return 'unreadable' as const
      })
      const flags = isFiled[outcome] ? ['\\Seen'] : ['\\Seen', '\\Flagged']
      await client.messageFlagsAdd(String(uid), flags, { uid: true })
    }
  })
}

const isFiled: Record<MailOutcome, boolean> = {
  ...{ reply: true, ticket: true, duplicate: true, automatic: true },
  ...{ limited: false, unmatched: false, unreadable: false },
}

async function receiveOne(client: ImapFlow, uid: number, receiveMail: ReceiveMail): Promise<MailOutcome> {
  const { size = 0 } = (await client.fetchOne(String(uid), { size: true }, { uid: true })) || {}
  const isCut = size > maxMailBytes
  const source = { start: 0, maxLength: isCut ? cutMailBytes : maxMailBytes }
  const fetched = await client.fetchOne(String(uid), { source }, { uid: true })
  const raw = fetched ? fetched.source : undefined
  // Another program has removed it meanwhile.
  if (!raw) return 'unreadable'
  return receiveMail({ raw, isCut })
}

/** Connects for one use: a connection that stays open can go silent unnoticed. */
async function withMailbox(imapUrl: string, use: (client: ImapFlow) => Promise<void>): Promise<void> {
  const client = openClient(imapUrl)
  // Errors reject the call that waits.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(decodeURIComponent(new URL(imapUrl).pathname.slice(1)) || 'INBOX')
    await use(client)
    await client.logout()
  } finally {
    client.close()
  }
}

function openClient(imapUrl: string): ImapFlow {
  const { protocol, hostname, port, username, password } = new URL(imapUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'imaps:'
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  return new ImapFlow({
    ...{ host, port: Number(port) || (secure ? 993 : 143), secure, logger: false, disableAutoIdle: true },
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    // The password never leaves this machine unencrypted.
    ...(!secure && !isLocal && { doSTARTTLS: true }),
    ...{ maxLiteralSize: maxMailBytes + 1, maxResponseSize: 2 * maxMailBytes, maxLineLength: 1024 * 1024 },
    ...{ connectionTimeout: 10 * SECOND_MS, greetingTimeout: 10 * SECOND_MS, socketTimeout: 30 * SECOND_MS },
  })
}

/** Connects, logs in and opens the mailbox. @returns  what is wrong, or null */
export async function checkMailbox(imapUrl: string): Promise<Finding | null> {
  const { host } = new URL(imapUrl)
  try {
    await withMailbox(imapUrl, async () => {})
    return null
  } catch (error) {
    const { authenticationFailed, responseText, code } = error as Record<string, unknown>
    if (authenticationFailed) return toFinding('mailbox.login', { host })
    return toFinding('mailbox.closed', { host, said: String(responseText ?? code ?? 'unknown') })
  }
}
