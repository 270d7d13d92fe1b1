import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/database.ts'
import { listFailingJobs } from '../jobs/job-store.ts'

export type Drain = {
  isDraining(): boolean
  /** The second half of draining has begun. */
  isLeaving(): boolean
}

type Deps = Drain & {
  db: Db
  /** Version in use, and newer content rejected for errors. */
  content(): { version: string; rejectedVersion: string | null }
}

/**
 * `/healthz`: the process responds. `/readyz`: the database responds and the hub is not draining; it also names failing
 * jobs, which are no reason to send players elsewhere. `/readyz/process`: for polling proxies. It ignores the database,
 * since cached pages need none. It stays 200 during the first half of draining: a proxy may not have noticed yet that
 * the previously restarted hub is back.
 */
export function registerHealth(app: FastifyInstance, { db, isDraining, isLeaving, content }: Deps): void {
  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz/process', { logLevel: 'silent' }, async (_request, reply) => {
    const [code, status] = isLeaving() ? [503, 'draining'] : [200, 'ok']
    return reply.code(code).header('cache-control', 'no-store').send({ status })
  })
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const send = (code: 200 | 503, status: string, failingJobs: string[] = []) =>
      reply.code(code).header('cache-control', 'no-store').send({ status, content: content(), failingJobs })
    if (isDraining()) return send(503, 'draining')
    try {
      return send(
        200,
        'ok',
        (await listFailingJobs(db)).map(({ kind }) => kind),
      )
    } catch {
      return send(503, 'database unreachable')
    }
  })
}
