/** PostgreSQL in memory, for tests on a machine without a server. It has one connection. */
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { type Dialect, PGliteDialect } from 'kysely'
import { emptyTables } from './postgres-schemas.ts'

/** PGlite takes seconds to start, so the next test reuses one. */
const empty: PGlite[] = []
/** Includes a hub's tables, which take nearly as long. */
const migrated: PGlite[] = []

const int8 = 20
const options = { parsers: { [int8]: Number }, extensions: { pg_trgm } }

export async function createPglite(): Promise<PGlite> {
  const loadDataDir = await preparePglite()
  return empty.pop() ?? (await PGlite.create({ ...options, loadDataDir }))
}

let template: Promise<Blob> | undefined

/** Starts this worker's first PGlite. */
export function preparePglite(): Promise<Blob> {
  template ??= createTemplate()
  return template
}

/** A copied template starts several times faster than a new PGlite. */
async function createTemplate(): Promise<Blob> {
  const first = await PGlite.create(options)
  const files = await first.dumpDataDir('none')
  empty.push(first)
  return files
}

export async function dropPglite(pglite: PGlite): Promise<void> {
  await pglite.exec('drop schema public cascade; create schema public')
  empty.push(pglite)
}

/** May have the tables already, emptied. */
export async function acquirePglite(): Promise<PGlite> {
  return migrated.pop() ?? (await createPglite())
}

export async function releasePglite(pglite: PGlite): Promise<void> {
  await pglite.exec(emptyTables('public'))
  migrated.push(pglite)
}

/** Keeps one per kind for the next file: PGlite takes much memory. */
export async function closeIdlePglites(): Promise<void> {
  for (const pglite of [...empty.splice(1), ...migrated.splice(1)]) await pglite.close()
}

export function pgliteDialect(pglite: PGlite): Dialect {
  const connection = new Proxy(pglite, {
    get(target, name) {
      // Kysely closes its connection, which the next test still needs.
      if (name === 'close') return async () => {}
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return new PGliteDialect({ pglite: connection })
}
