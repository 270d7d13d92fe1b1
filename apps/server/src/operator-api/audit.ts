import { AuditEntry, type AuditQuery } from '@playhub/contract/operator'
import type * as z from 'zod'
import { type AuditFilter, type AuditRow, listOperations } from '../platform/audit-log.ts'
import type { Db } from '../platform/database/database.ts'
import type { OperatorApi } from './frame/operator-api.ts'
import { limitProjects, mapRows, readPages, toPage, toRange } from './frame/scope.ts'

type Deps = {
  db: Db
  /** Time zone of the days in filters. */
  getTimeZone: () => string
}

const exportedPerPage = 500

/** Who did what. */
export function registerAuditRoutes(api: OperatorApi, { db, getTimeZone }: Deps): void {
  api.handle('GET /audit', async ({ query, scope }) => {
    const { limit, cursor } = query
    const projects = limitProjects(scope, query.project)
    const filter = { ...toFilter(query, getTimeZone()), projects }
    return toPage(mapRows(await readAudit(db, filter, { limit, cursor }), toEntry))
  })
  api.export('GET /audit/export', AuditEntry, async function* ({ query, scope }) {
    const filter = { ...toFilter(query, getTimeZone()), projects: limitProjects(scope, query.project) }
    const read = (cursor?: string) => readAudit(db, filter, { limit: exportedPerPage, cursor })
    for await (const row of readPages(read)) yield toEntry(row)
  })
}

function toFilter(query: z.output<typeof AuditQuery>, zone: string): Omit<AuditFilter, 'limit' | 'projects'> {
  const { operator, action, subject, player, order, outcome } = query
  // Undefined filters match everything.
  return { operator, action, subject, playerId: player, orderId: order, outcome, ...toRange(query, zone) }
}

/** A page of the audit log, newest first. */
export async function readAudit(
  db: Db,
  filter: Omit<AuditFilter, 'limit' | 'before'>,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const rows = await listOperations(db, { ...filter, before: cursor, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return { rows: shown, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

export function toEntry({ sessionId: _, ...row }: AuditRow): z.output<typeof AuditEntry> {
  return row
}
