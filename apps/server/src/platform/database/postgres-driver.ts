import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { SECOND_MS } from '../clock.ts'

/**
 * Query timeout; the connection is closed after it. The network may have dropped the connection silently, and a query
 * on it would wait forever.
 */
const queryTimeoutMs = 5 * SECOND_MS
const ownTimeout = new AsyncLocalStorage<number>()

/** Overrides the query timeout, such as for a migration. 0 disables it. */
export function withQueryTimeout<T>(timeoutMs: number, work: () => T): T {
  return ownTimeout.run(timeoutMs, work)
}

const ownPlan = new AsyncLocalStorage<boolean>()

/**
 * Plans each query for its values instead of preparing it. A prepared search's plan suits a usual word, and collects
 * the whole table for a part of every name.
 */
export function withOwnPlan<T>(work: () => T): T {
  return ownPlan.run(true, work)
}

const maxStatementNames = 500
const statementNames = new Map<string, string>()
/** Suffix for statement names; incremented when another hub changes a table under the prepared statements. */
let generation = 0

/** Limits each statement's duration. */
export class TimeLimitedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; all but one are passed on unchanged
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values)) return super.query(text, values, callback)
    return this.queryWithin(
      { text, values, query_timeout: ownTimeout.getStore() ?? queryTimeoutMs },
      callback,
    )
  }

  // biome-ignore lint/suspicious/noExplicitAny: as `query`
  protected queryWithin(statement: TimeLimitedStatement, callback?: any): any {
    return super.query(statement, callback)
  }
}

type TimeLimitedStatement = { text: string; values: unknown[]; query_timeout: number; name?: string }

/**
 * Also prepares each parameterised statement once per connection, so PostgreSQL parses and plans it once. pg
 * prepares only named statements.
 */
export class PreparingClient extends TimeLimitedClient {
  // biome-ignore lint/suspicious/noExplicitAny: as `query`
  protected override queryWithin(statement: TimeLimitedStatement, callback?: any): any {
    const isPrepared = statement.values.length > 0 && !ownPlan.getStore()
    const name = isPrepared ? getStatementName(statement.text) : undefined
    if (name === undefined) return super.queryWithin(statement, callback)
    const result = super.queryWithin({ ...statement, name }, callback)
    return result instanceof Promise
      ? result.catch((error) => this.#repeatWithNewPlan(error, statement))
      : result
  }

  /** Nothing has run yet. A transaction is lost, though: `transact` repeats it. */
  // biome-ignore lint/suspicious/noExplicitAny: as `query`
  #repeatWithNewPlan(error: unknown, statement: TimeLimitedStatement): any {
    if (!isStalePlan(error)) throw error
    forgetPlans()
    if (this.getTransactionStatus() !== 'I') throw error
    return super.queryWithin(statement)
  }
}

function getStatementName(text: string): string | undefined {
  const existing = statementNames.get(text)
  if (existing !== undefined || statementNames.size >= maxStatementNames) return existing
  const name = createHash('sha1').update(`${generation} ${text}`).digest('base64url')
  statementNames.set(text, name)
  return name
}

/** A prepared `select *` fails after its table gains a column. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}

/** New names force every statement to be prepared again. */
function forgetPlans(): void {
  generation += 1
  statementNames.clear()
}
