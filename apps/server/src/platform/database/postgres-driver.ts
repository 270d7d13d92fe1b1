import { createHash } from 'node:crypto'
import { CompiledQuery, type DatabaseConnection, PostgresDriver } from 'kysely'
import pg from 'pg'

const namesAtMost = 500
const names = new Map<string, string>()
/** Goes up when another hub has changed a table under the statements that are kept. */
let generation = 0

/** Texts are few, as queries are built from rows and not from words; lists of changing length are the exception. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= namesAtMost) return known
  const name = createHash('sha1').update(`${generation} ${text}`).digest('base64url')
  names.set(text, name)
  return name
}

/** Has PostgreSQL keep each statement, so that it is read and planned once for a connection. */
export class KeepingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen shapes, and all but one go through as they are
  override query(text: any, values?: any, callback?: any): any {
    const name =
      typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    if (name === undefined) return super.query(text, values, callback)
    const answer = super.query({ name, text, values }, callback)
    if (answer instanceof Promise) answer.catch(forgetChanged)
    return answer
  }
}

const featureNotSupported = '0A000'

/** A kept `select *` fails once its table has another column: from then on every statement goes by another name. */
function forgetChanged(error: { code?: string }): void {
  if (error.code !== featureNotSupported) return
  generation += 1
  names.clear()
}

/** Sends `begin` together with the first statement instead of waiting for its answer. */
export class PipeliningPostgresDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>()

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begun = connection.executeQuery(CompiledQuery.raw('begin'))
    // It is asked about before the commit; a failure that comes earlier must not count as nobody's.
    begun.catch(() => {})
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }
}
