import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { getErrorCode, getErrorMessage } from '../errors.ts'
import { outageIn } from '../unavailable.ts'

/** PostgreSQL: a table, column, function or schema does not exist. */
const missingCodes = ['42P01', '42703', '42883', '3F000']

/** Instructions for a database a command cannot use; undefined for errors of another kind. */
export function findDatabaseProblem(error: unknown): Finding | undefined {
  if (isUnmigrated(error)) return toFinding('database.unmigrated')
  if (getErrorCode(error) === 'SQLITE_NOTADB') return toFinding('database.damaged')
  return outageIn(error) && toFinding('database.silent')
}

/** Tells if the database is empty or was made by an older version. */
export function isUnmigrated(error: unknown): boolean {
  if (missingCodes.includes(getErrorCode(error) ?? '')) return true
  if (/^no such (table|column|function)|has no column named/.test(getErrorMessage(error))) return true
  return error instanceof Error && error.cause !== undefined && isUnmigrated(error.cause)
}
