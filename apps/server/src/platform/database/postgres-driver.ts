import { createHash } from 'node:crypto'
import { CompiledQuery, type DatabaseConnection, PostgresDriver } from 'kysely'
import pg from 'pg'

const maxStatementNames = 500
const statementNames = new Map<string, string>()
/** Part of each name; incremented when another hub has changed a table under the prepared statements. */
let generation = 0

/**
 * Prepares each parameterised statement once per connection, so that PostgreSQL parses and plans it once. pg prepares
 * only statements that have a name.
 */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads; all but one are passed on unchanged
  override query(text: any, values?: any, callback?: any): any {
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return super.query(text, values, callback)
    const result = super.query({ name, text, values }, callback)
    if (result instanceof Promise) result.catch(renameAfterSchemaChange)
    return result
  }
}

function nameOf(text: string): string | undefined {
  const existing = statementNames.get(text)
  if (existing !== undefined || statementNames.size >= maxStatementNames) return existing
  const name = createHash('sha1').update(`${generation} ${text}`).digest('base64url')
  statementNames.set(text, name)
  return name
}

const featureNotSupported = '0A000'

/** A prepared `select *` fails after its table gets another column. New names prepare every statement again. */
function renameAfterSchemaChange(error: { code?: string }): void {
  if (error.code !== featureNotSupported) return
  generation += 1
  statementNames.clear()
}

/** Sends `begin` with the first statement instead of waiting for its answer. */
export class PipeliningPostgresDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>()

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begun = connection.executeQuery(CompiledQuery.raw('begin'))
    // Checked before the commit; an earlier failure must not be reported as unhandled.
    begun.catch(() => {})
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }
}
