import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** Shows whether requests wait for a connection. PostgreSQL only. */
export function createPoolMetrics(registry: Registry): { observe(pool: pg.Pool): void } {
  let pool: pg.Pool | undefined
  new Gauge({
    name: 'playhub_database_connections',
    help: 'Connections of this hub to PostgreSQL, by state: in_use or idle',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      if (!pool) return
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  new Gauge({
    name: 'playhub_database_waiting_queries',
    help: 'Queries and transactions of this hub that wait for a free connection to PostgreSQL',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      if (pool) this.set({ pool: 'main' }, pool.waitingCount)
    },
  })
  return {
    observe(observed) {
      pool = observed
    },
  }
}
