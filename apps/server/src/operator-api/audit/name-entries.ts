import type { AuditEntry } from '@playhub/contract/operator'
import type * as z from 'zod'
import { listPlayerNames } from '../../accounts/operator/player-list.ts'
import { listOperators } from '../../operators/management/list-operators.ts'
import type { AuditRow } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'

type Entry = z.output<typeof AuditEntry>
type Row = Omit<AuditRow, 'sessionId'> & { sessionId?: string | null }

/** Adds the names of players, operators, keys and tickets to entries of the audit log, which has ids. */
export async function nameEntries(db: Db, rows: readonly Row[]): Promise<Entry[]> {
  const players = await listPlayerNames(db, unique(rows.map(({ playerId }) => playerId)))
  const operators = new Map((await listOperators(db)).map(({ id, name }) => [id, name]))
  const keys = await listKeyNames(db, unique(rows.flatMap(listKeyIds)))
  const tickets = await listTicketNumbers(db, unique(rows.filter(isTicket).map(({ subject }) => subject)))
  return rows.map(({ sessionId: _, ...row }) => {
    const keyId = readKeyId(row.operator)
    return {
      ...row,
      operator: keyId === undefined ? row.operator : nameKey(keys.get(keyId)),
      outcome: row.action === 'operator.login-refused' ? 'refused' : row.outcome,
      playerName: (row.playerId && players.get(row.playerId)) ?? null,
      subjectName:
        operators.get(row.subject) ?? nameTicket(tickets.get(row.subject)) ?? keys.get(row.subject) ?? null,
      assigneeName: operators.get(readAssignee(row)) ?? null,
    }
  })
}

const unique = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
const isTicket = ({ action }: Row) => action.startsWith('ticket.')

/** Entries of earlier releases name a key by its id. */
const readKeyId = (operator: string) => /^key ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(operator)?.[1]
const nameKey = (label: string | undefined) => (label === undefined ? 'key' : `key ${label}`)
const nameTicket = (number: number | undefined) => (number === undefined ? undefined : `№ ${number}`)

function listKeyIds({ action, operator, subject }: Row): string[] {
  const keyId = readKeyId(operator)
  return [...(action.startsWith('key.') ? [subject] : []), ...(keyId === undefined ? [] : [keyId])]
}

function readAssignee({ action, after }: Row): string {
  if (action !== 'ticket.assign' || after === null) return ''
  const { assigneeId } = JSON.parse(after) as { assigneeId?: string | null }
  return assigneeId ?? ''
}

async function listKeyNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('projectKeys').select(['id', 'label']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}

async function listTicketNumbers(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('tickets').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}
