/**
 * Queries that are built and compiled once, and afterwards only bound to values (ADR 61).
 *
 * Why: Kysely builds, transforms and compiles a query anew at every run, which can take longer than the database does.
 * With the queries of an order prepared, an order costs a fifth less of the main thread.
 *
 * How: at its first run on a database, the `build` function is called with placeholders instead of values, and the
 * compiled query keeps them in its parameter list. Each later run replaces them by its own values:
 *
 *   const findPlayer = prepareRowQuery((db, id: string) => db.selectFrom('accounts').selectAll().where('id', '=', id))
 *   const player = await findPlayer(tx, '…')
 *
 * Invariants:
 * - The SQL text is the same for all values. `build` must not look at them: no condition, computation or list of
 *   variable length. A placeholder that is computed with throws.
 * - The plugins of the database that ran the query first transform it for all. `createDb` and `transact` give every
 *   database and transaction the same naming plugin; the check that no query uses the outer database during a
 *   transaction, which is a plugin elsewhere, is repeated here at each run.
 */

import type { Compilable, CompiledQuery } from 'kysely'
import { type Db, refuseOuterDb } from './database.ts'

/** Placeholder for a value bound when the query runs. */
class Parameter {
  readonly read: (values: unknown[]) => unknown

  constructor(read: (values: unknown[]) => unknown) {
    this.read = read
  }

  [Symbol.toPrimitive](): never {
    throw new Error('A prepared query cannot compute with its parameters: pass the computed value')
  }
}

/**
 * @param build  Called once per database. Parameters are values or flat objects, such as a row. Use them only as query
 *   values: their contents are not known yet.
 * @returns      Runs the query. Objects must have the same properties in each call.
 */
export function prepareQuery<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  /** Keyed by adapter: each database has one, which its transactions share. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>()

  function compile(db: Db, values: Values): CompiledQuery<Row> {
    const { adapter } = db.getExecutor()
    const known = compiled.get(adapter)
    if (known) return known
    const query = build(db, ...(values.map(parametersFor) as Values)).compile()
    compiled.set(adapter, query)
    return query
  }

  return async (db, ...values) => {
    refuseOuterDb(db)
    const query = compile(db, values)
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? value.read(values) : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** Like `prepareQuery`, but returns at most one row. */
export function prepareRowQuery<Values extends unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const run = prepareQuery(build)
  return async (db, ...values) => (await run(db, ...values))[0]
}

function parametersFor(value: unknown, place: number): unknown {
  if (Array.isArray(value))
    throw new Error('A prepared query has a fixed number of parameters: pass no array')
  if (typeof value !== 'object' || value === null) return new Parameter((values) => values[place])
  const names = Object.keys(value)
  const read = (name: string) => (values: unknown[]) => (values[place] as Record<string, unknown>)[name]
  return Object.fromEntries(names.map((name) => [name, new Parameter(read(name))]))
}
