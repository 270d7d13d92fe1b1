import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

type Deps = {
  db: Db
  isDraining(): boolean
  /** Of the content in use, and of newer content with mistakes. */
  content(): { version: string; rejectedVersion: string | null }
}

/**
 * `/healthz`: the process responds. `/readyz`: the database responds and the hub is not draining. `/readyz/process`: the hub
 * is not draining, for proxies that would otherwise send it no requests for cached pages while the database is gone.
 */
export function registerHealth(app: FastifyInstance, { db, isDraining, content }: Deps): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz/process', { logLevel: 'silent' }, async (_request, reply) => {
    const isLeaving = isDraining()
    const status = isLeaving ? 'draining' : 'ok'
    return reply
      .code(isLeaving ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status })
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
