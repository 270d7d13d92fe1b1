import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export type Drain = {
  isDraining(): boolean
  /** Its second half has begun. */
  isLeaving(): boolean
}

type Deps = Drain & {
  db: Db
  /** Of the content in use, and of newer content with mistakes. */
  content(): { version: string; rejectedVersion: string | null }
}

/**
 * `/healthz`: the process responds. `/readyz`: the database responds and the hub is not draining. `/readyz/process`: for
 * proxies that ask again and again. It ignores the database, since cached pages are served without it. While the hub drains, it
 * stays 200 for the first half: a proxy may not have noticed yet that the hub that was restarted before this one is back.
 */
export function registerHealth(app: FastifyInstance, { db, isDraining, isLeaving, content }: Deps): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz/process', { logLevel: 'silent' }, async (_request, reply) => {
    const [code, status] = isLeaving() ? [503, 'draining'] : [200, 'ok']
    return reply.code(code).header('cache-control', 'no-store').send({ status })
  })
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const send = (code: 200 | 503, status: string) =>
      reply.code(code).header('cache-control', 'no-store').send({ status, content: content() })
    if (isDraining()) return send(503, 'draining')
    try {
      await sql`select 1`.execute(db)
      return send(200, 'ok')
    } catch {
      return send(503, 'database unreachable')
    }
  })
}
