import PQueue from 'p-queue'
import { Counter, type Registry } from 'prom-client'
import { HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { hashEmail, incrementCounter } from '../../platform/limits/counter-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createWorkerPool } from '../../platform/workers/worker-pool.ts'
import type { Deps } from '../deps.ts'
import { readMailToken } from '../mail-token.ts'
import type { TicketRow } from '../tables.ts'
import { findLastMessage } from '../ticket-store.ts'
import { openTicket, replyAsPlayer } from '../tickets.ts'
import {
  findTicketByNumber,
  insertAttachment,
  insertReceivedMail,
  isMailReceived,
  setMailDetails,
  sumAttachmentBytes,
} from './mail-store.ts'
import type { MailTask, ParsedMail } from './parse-mail.ts'

/** `unmatched` mail has no ticket, and its sender no account. */
const outcomes = [
  ...(['reply', 'ticket', 'duplicate', 'automatic', 'limited', 'unmatched', 'unreadable'] as const),
]
export type MailOutcome = (typeof outcomes)[number]

/** Receives one mail. @throws Error when it can be received later, such as in an outage of the database */
export type ReceiveMail = (mail: MailTask) => Promise<MailOutcome>

/** Per sender and hour. */
const maxMails = 20
const maxAttachmentBytesPerTicket = 50 * 1024 * 1024
/** 20 MB take seconds on a busy machine. */
const parseLimitMs = 60 * SECOND_MS
const maxHeapMb = 256
const maxThreads = 2
const parser = createWorkerPool<MailTask, ParsedMail>(
  ...([new URL('./parse-mail.ts', import.meta.url), maxThreads, 1, maxHeapMb] as const),
)
/** The limit counts from when a thread is free. */
const queue = new PQueue({ concurrency: maxThreads })

export function createMailReceiver(deps: Deps, secret: string): ReceiveMail {
  const count = createCounter(deps.registry)
  return async (task) => {
    const outcome = await receive(deps, secret, task)
    count(outcome)
    return outcome
  }
}

function createCounter(registry: Registry): (outcome: MailOutcome) => void {
  const mails = new Counter({
    name: 'playhub_support_mails_total',
    help: 'Mails received for support, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of outcomes) mails.inc({ outcome }, 0)
  return (outcome) => mails.inc({ outcome })
}

async function receive(deps: Deps, secret: string, task: MailTask): Promise<MailOutcome> {
  const { db, log, config } = deps
  const mail = await parse(task).catch((error: unknown) => {
    log.warn({ err: error, bytes: task.raw.length }, 'A mail for support could not be read')
  })
  if (!mail) return 'unreadable'
  if (mail.from === null) return 'unmatched'
  const from = deps.canonicalEmail(mail.from)
  if (mail.isAutomatic || from === deps.canonicalEmail(config.mail.from.address)) return 'automatic'
  if (await isMailReceived(db, mail.key)) return 'duplicate'
  if (await isOverLimit(deps, from)) return 'limited'
  const number = readMailToken(secret, mail.routing)
  const ticket = number === undefined ? undefined : await findTicketByNumber(db, number)
  try {
    return await file(deps, { ...mail, from }, ticket)
  } catch (error) {
    if (error instanceof DuplicateMail) return 'duplicate'
    if (!(error instanceof Refusal)) throw error
    return error.code === 'TICKETS_TOO_MANY' ? 'limited' : 'unmatched'
  }
}

function parse(task: MailTask): Promise<ParsedMail> {
  return queue.add(() => parser.run(task, { signal: AbortSignal.timeout(parseLimitMs) }))
}

async function isOverLimit({ db, clock }: Deps, from: string): Promise<boolean> {
  const now = clock.now()
  const { count } = await incrementCounter(db, `mails of ${hashEmail(from)}`, now, now - HOUR_MS)
  return count > maxMails
}

type SentMail = ParsedMail & { from: string }

/** @throws Refusal when neither a ticket nor an account takes the mail */
async function file(deps: Deps, mail: SentMail, ticket: TicketRow | undefined): Promise<MailOutcome> {
  if (!ticket) return fileTicket(deps, mail)
  const account = await deps.findAccount(ticket.playerId)
  const isVerified = [account?.email, ticket.email].includes(mail.from)
  const text = mail.text || mail.subject || '—'
  const reply = { playerId: ticket.playerId, ticketId: ticket.id, text }
  const { language } = ticket
  try {
    await replyAsPlayer(deps, reply, { language, alsoStore: storeDetails(deps, mail, isVerified) })
    return 'reply'
  } catch (error) {
    const isClosed = error instanceof Refusal && error.code === 'TICKET_CLOSED'
    if (isClosed) return fileTicket(deps, mail)
    throw error
  }
}

/** Opens a ticket for a player who writes without one. */
async function fileTicket(deps: Deps, mail: SentMail): Promise<MailOutcome> {
  const player = await deps.findPlayerByEmail(mail.from)
  if (!player) return 'unmatched'
  const { playerId, language } = player
  const message = [mail.subject, mail.text].filter(Boolean).join('\n\n') || '—'
  const form = { playerId, reason: 'OTHER', email: mail.from, paymentId: '', message } as const
  await openTicket(deps, form, { language, alsoStore: storeDetails(deps, mail, true) })
  return 'ticket'
}

/** Undoes a message whose mail another hub, or another way, has received first. */
class DuplicateMail extends Error {}

function storeDetails({ clock }: Deps, mail: SentMail, isVerified: boolean) {
  return async (tx: Tx, ticketId: string): Promise<void> => {
    if (!(await insertReceivedMail(tx, mail.key, clock.now()))) throw new DuplicateMail()
    const message = await findLastMessage(tx, ticketId)
    if (!message) return
    let freeBytes = maxAttachmentBytesPerTicket - (await sumAttachmentBytes(tx, ticketId))
    let omittedAttachments = mail.omitted
    for (const { name, type, bytes } of mail.attachments) {
      freeBytes -= bytes.length
      if (freeBytes < 0) omittedAttachments += 1
      else
        await insertAttachment(tx, {
          ...{ id: newId(), messageId: message.id, name, type, sizeBytes: bytes.length, bytes },
        })
    }
    const unverifiedSender = isVerified ? null : mail.from
    await setMailDetails(tx, message.id, { quoted: mail.quoted, unverifiedSender, omittedAttachments })
  }
}
