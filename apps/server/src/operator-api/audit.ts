import { AuditEntry, type AuditQuery } from '@playhub/contract/operator'
import type * as z from 'zod'
import { type AuditFilter, type AuditRow, listOperationPage } from '../platform/audit-log.ts'
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
    return toPage(mapRows(await listOperationPage(db, filter, { limit, cursor }), toEntry))
  })
  api.export('GET /audit/export', AuditEntry, async function* ({ query, scope }) {
    const filter = { ...toFilter(query, getTimeZone()), projects: limitProjects(scope, query.project) }
    const read = (cursor?: string) => listOperationPage(db, filter, { limit: exportedPerPage, cursor })
    for await (const row of readPages(read)) yield toEntry(row)
  })
}

function toFilter(query: z.output<typeof AuditQuery>, zone: string): Omit<AuditFilter, 'limit' | 'projects'> {
  const { operator, action, subject, player, order, outcome } = query
  // Undefined filters match everything.
  return { operator, action, subject, playerId: player, orderId: order, outcome, ...toRange(query, zone) }
}

export function toEntry({ sessionId: _, ...row }: AuditRow): z.output<typeof AuditEntry> {
  return row
}
