import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import type { TicketAttachmentRow, TicketRow } from '../tables.ts'

export async function isMailReceived(db: Db, key: string): Promise<boolean> {
  const mail = await db.selectFrom('receivedMails').select('key').where('key', '=', key).executeTakeFirst()
  return mail !== undefined
}

/** @returns  false when the mail was received before */
export async function insertReceivedMail(tx: Tx, key: string, receivedAt: number): Promise<boolean> {
  const inserted = await tx
    .insertInto('receivedMails')
    .values({ key, receivedAt })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteMailsReceivedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('receivedMails').where('receivedAt', '<', instant).execute()
}

export function findTicketByNumber(db: Db, number: number): Promise<TicketRow | undefined> {
  return db.selectFrom('tickets').selectAll().where('number', '=', number).executeTakeFirst()
}

type MailDetails = { quoted: string | null; unverifiedSender: string | null; omittedAttachments: number }

export async function setMailDetails(tx: Tx, messageId: string, details: MailDetails): Promise<void> {
  await tx.updateTable('ticketMessages').set(details).where('id', '=', messageId).execute()
}

export async function insertAttachment(tx: Tx, attachment: TicketAttachmentRow): Promise<void> {
  await tx
    .insertInto('ticketAttachments')
    .values({ ...attachment, bytes: Buffer.from(attachment.bytes) })
    .execute()
}

/** Total size of a ticket's attachments. */
export async function sumAttachmentBytes(db: Db, ticketId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('ticketAttachments')
    .innerJoin('ticketMessages', 'ticketMessages.id', 'ticketAttachments.messageId')
    .where('ticketMessages.ticketId', '=', ticketId)
    .select(sql<number | string>`coalesce(sum(size_bytes), 0)`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

type AttachmentInfo = Omit<TicketAttachmentRow, 'bytes'>

/** In the order of their messages. */
export async function listAttachments(db: Db, messageIds: string[]): Promise<AttachmentInfo[]> {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('ticketAttachments')
    .select(['id', 'messageId', 'name', 'type', 'sizeBytes'])
    .where('messageId', 'in', messageIds)
    .orderBy('messageId')
    .orderBy('id')
    .execute()
}

export function findAttachment(db: Db, id: string): Promise<TicketAttachmentRow | undefined> {
  return db.selectFrom('ticketAttachments').selectAll().where('id', '=', id).executeTakeFirst()
}
