/** PostgreSQL in memory, for tests on a machine without a server. It has one connection. */
import { PGlite } from '@electric-sql/pglite'
import { type Dialect, PGliteDialect } from 'kysely'
import { ownSchemaIntrospector } from '../platform/database/dialects.ts'
import { emptyTables } from './postgres-schemas.ts'

/** PGlite takes a second to start, and creating a hub's tables nearly as long, so the next hub reuses them. */
const idle: PGlite[] = []

const int8 = 20

export function createPglite(): Promise<PGlite> {
  return PGlite.create({ parsers: { [int8]: Number } })
}

/** May have the tables already, emptied. */
export async function acquirePglite(): Promise<PGlite> {
  return idle.pop() ?? (await createPglite())
}

export async function releasePglite(pglite: PGlite): Promise<void> {
  await pglite.exec(emptyTables('public'))
  idle.push(pglite)
}

/** Keeps one for the next file: each takes a lot of memory. */
export async function closeIdlePglites(): Promise<void> {
  for (const pglite of idle.splice(1)) await pglite.close()
}

export function pgliteDialect(pglite: PGlite): Dialect {
  const connection = new Proxy(pglite, {
    get(target, name) {
      // Kysely closes its connection, which the next hub still needs.
      if (name === 'close') return async () => {}
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const dialect = new PGliteDialect({ pglite: connection })
  dialect.createIntrospector = ownSchemaIntrospector
  return dialect
}
