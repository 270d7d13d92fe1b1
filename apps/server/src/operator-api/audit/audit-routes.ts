import { AuditEntry, type AuditQuery } from '@playhub/contract/operator'
import type * as z from 'zod'
import { type AuditFilter, listOperationPage } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'
import type { OperatorApi } from '../frame/operator-api.ts'
import { limitProjects, readPages, toPage, toRange } from '../frame/scope.ts'
import { nameEntries } from './name-entries.ts'

type Deps = {
  db: Db
  /** Time zone of the days in filters. */
  getTimeZone: () => string
}

const exportedPerPage = 500

/** The audit log. */
export function registerAuditRoutes(api: OperatorApi, { db, getTimeZone }: Deps): void {
  api.handle('GET /audit', async ({ query, scope }) => {
    const { limit, cursor } = query
    const projects = limitProjects(scope, query.project)
    const filter = { ...toFilter(query, getTimeZone), projects }
    const page = await listOperationPage(db, filter, { limit, cursor })
    return toPage({ ...page, rows: await nameEntries(db, page.rows) })
  })
  api.export('GET /audit/export', AuditEntry, async function* ({ query, scope }) {
    const filter = { ...toFilter(query, getTimeZone), projects: limitProjects(scope, query.project) }
    yield* readPages(async (cursor?: string) => {
      const page = await listOperationPage(db, filter, { limit: exportedPerPage, cursor })
      return { ...page, rows: await nameEntries(db, page.rows) }
    })
  })
}

function toFilter(
  query: z.output<typeof AuditQuery>,
  getZone: () => string,
): Omit<AuditFilter, 'limit' | 'projects'> {
  const { operator, action, subject, player, order, outcome } = query
  // Undefined filters match everything.
  return { operator, action, subject, playerId: player, orderId: order, outcome, ...toRange(query, getZone) }
}
