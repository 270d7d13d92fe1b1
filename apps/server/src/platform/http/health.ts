import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** `/healthz`: the process responds. `/readyz`: the database responds and the hub is not draining. */
export function registerHealth(
  app: FastifyInstance,
  { db, isDraining }: { db: Db; isDraining: () => boolean },
): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'draining' })
    try {
      await sql`select 1`.execute(db)
      return { status: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'database unreachable' })
    }
  })
}
