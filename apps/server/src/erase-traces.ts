import type { Db } from './platform/database/database.ts'
import { toInList } from './platform/ids.ts'
import { erasedText } from './platform/personal-data/erased-text.ts'

/**
 * Erases a player's traces in tables outside any capability: reasons in the audit log, responses kept for repeated
 * calls, and failed jobs. Runs first, because the records to be deleted lead to the traces.
 */
export async function eraseTraces(tx: Db, playerId: string): Promise<void> {
  const ids = await listIds(tx, playerId)
  await eraseReasons(tx, playerId, ids)
  await deleteResponses(tx, new Set([playerId, ...ids.records, ...ids.tickets]))
  const emails = await listEmails(tx, playerId)
  await eraseJobs(tx, [playerId, ...ids.records, ...ids.tickets], emails)
}

type Ids = { tickets: string[]; records: string[] }

async function listIds(tx: Db, playerId: string): Promise<Ids> {
  const orders = tx.selectFrom('orders').select('id').where('playerId', '=', playerId)
  const refunds = tx.selectFrom('refunds').select('id').where('orderId', 'in', orders)
  const receipts = tx.selectFrom('receipts').select('id').where('orderId', 'in', orders)
  const webhooks = tx.selectFrom('webhooks').select('id').where('playerId', '=', playerId)
  const tickets = tx.selectFrom('tickets').select('id').where('playerId', '=', playerId)
  const records = orders.unionAll(refunds).unionAll(receipts).unionAll(webhooks)
  const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id)
  return { tickets: toIds(await tickets.execute()), records: toIds(await records.execute()) }
}

const idsPerStatement = 500

async function eraseReasons(tx: Db, playerId: string, { tickets, records }: Ids): Promise<void> {
  const written = tx.updateTable('auditLog').set({ reason: erasedText }).where('reason', 'is not', null)
  await written.where('playerId', '=', playerId).execute()
  const subjects = [playerId, ...tickets, ...records]
  for (let start = 0; start < subjects.length; start += idsPerStatement) {
    const some = toInList(subjects.slice(start, start + idsPerStatement))
    await written.where('subject', 'in', some).execute()
    await written.where('orderId', 'in', some).execute()
  }
  // Tags are words of the team about the player.
  const changes = tx.updateTable('auditLog').set({ before: null, after: null })
  await changes.where('subject', 'in', toInList(tickets)).execute()
}

/** Responses are kept for a day, so all can be looked through. */
async function deleteResponses(tx: Db, ids: Set<string>): Promise<void> {
  const kept = await tx
    .selectFrom('idempotentResponses')
    .select(['project', 'idempotencyKey', 'response'])
    .where('response', 'is not', null)
    .execute()
  for (const { project, idempotencyKey, response } of kept)
    if (mentions(response, ids))
      await tx
        .deleteFrom('idempotentResponses')
        .where('project', '=', project)
        .where('idempotencyKey', '=', idempotencyKey)
        .execute()
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const mentions = (text: string | null, ids: Set<string>) =>
  (text?.match(uuids) ?? []).some((id) => ids.has(id))

async function listEmails(tx: Db, playerId: string): Promise<string[]> {
  const account = await tx
    .selectFrom('accounts')
    .select(['email', 'receiptEmail'])
    .where('id', '=', playerId)
    .executeTakeFirst()
  const identities = await tx
    .selectFrom('identities')
    .select('subject')
    .where('accountId', '=', playerId)
    .where('provider', '=', 'mail')
    .execute()
  const emails = [account?.email, account?.receiptEmail, ...identities.map(({ subject }) => subject)]
  return [...new Set(emails.filter((email) => typeof email === 'string'))]
}

/** Deletes waiting and failed emails, and the errors of jobs about the player. */
async function eraseJobs(tx: Db, ids: string[], emails: string[]): Promise<void> {
  for (const email of emails) {
    const written = JSON.stringify(email)
    const found = tx.selectFrom('jobs').select(['id', 'payload']).where('payload', 'like', `%${written}%`)
    // `_` of an email stands for any character.
    for (const { id, payload } of await found.execute())
      if (payload.includes(written)) await tx.deleteFrom('jobs').where('id', '=', id).execute()
  }
  const known = new Set(ids)
  const failed = await tx
    .selectFrom('jobs')
    .select(['id', 'payload', 'lastError'])
    .where('lastError', 'is not', null)
    .execute()
  const own = failed.filter(
    ({ payload, lastError }) =>
      mentions(payload, known) ||
      emails.some((email) => lastError?.toLowerCase().includes(email.toLowerCase())),
  )
  for (const { id } of own)
    await tx.updateTable('jobs').set({ lastError: erasedText }).where('id', '=', id).execute()
}
