import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { RefusalCode } from '@playhub/contract'
import { type Catalogue, openCatalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import type { Operation } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import { createDb, type Db } from '../platform/database/database.ts'
import { databaseAddress, openDialect } from '../platform/database/dialects.ts'
import { expectDatabase } from '../platform/database/migrations.ts'
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/observability/log.ts'
import { Refusal } from '../platform/refusal.ts'
import { StartupError } from '../platform/startup-error.ts'

/** What the command line gives. */
export type Terminal = {
  config: Config
  clock: Clock
  openDb: () => Promise<Db>
  print: (line: string) => void
  /** The account of the operating system that runs the command. */
  user: string
}

/** What commands run with. */
export type Operator = Terminal & {
  /** From `--by`. */
  by: string | null
  /** From `--reason`. */
  reason: string | null
  /** The result for `--json`; without it, the printed lines are. */
  answer: (result: unknown) => void
}

/** For changes that may be made without `--by`, as the account of the operating system, and without a reason. */
export function operationOf({ by, user, reason }: Operator): Operation {
  return { operator: by ?? user, reason }
}

export const operationUsage = '--by <operator> --reason <why>'

/** Who changes something and why; prints what is missing. */
function expectOperation({ by, reason, print }: Operator): Operation | undefined {
  if (by !== null && reason !== null) return { operator: by, reason }
  print(`A change is recorded with who makes it and why: add ${operationUsage}`)
  return undefined
}

/** Parses options such as `--reason`; undefined, with a line about it, when one is unknown or lacks its value. */
export function readOptions<const O extends ParseArgsConfig['options']>(
  { print }: Operator,
  args: string[],
  options: O,
) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (error) {
    print((error as Error).message)
    return undefined
  }
}

export const maxListed = 100

export type RefusalMessages = Partial<Record<RefusalCode, (details: Record<string, number>) => string>>

/** `jobs` only inserts; a running hub picks the jobs up within a second. */
export type CommandDeps = { db: Db; clock: Clock; jobs: Jobs }

/**
 * Runs a command on the hub's database and closes it. A refusal is printed and gives the exit code 1.
 * @returns the exit code: the command's, or 0.
 */
export async function onDatabase(
  { openDb, clock, print }: Terminal,
  run: (deps: CommandDeps) => Promise<number> | Promise<void>,
  messages: RefusalMessages = {},
): Promise<number> {
  const db = await openDb()
  try {
    return (await run({ db, clock, jobs: createJobs({ db, clock, log: createLog('silent') }) })) ?? 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    print(messages[error.code]?.((error.details ?? {}) as Record<string, number>) ?? error.code)
    return 1
  } finally {
    await db.destroy()
  }
}

/** Runs a change, which needs `--by` and `--reason`, as `onDatabase` does. */
export async function onChange(
  operator: Operator,
  args: string[],
  messages: RefusalMessages,
  run: (deps: CommandDeps, operation: Operation) => Promise<void>,
): Promise<number> {
  const operation = readOptions(operator, args, {}) && expectOperation(operator)
  return operation ? onDatabase(operator, (deps) => run(deps, operation), messages) : 1
}

/**
 * Opens the hub's database without migrating it.
 * @throws StartupError when there is none, or it does not answer.
 */
export async function openExistingDb(config: Config): Promise<Db> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null) existingSqliteFile(config)
  const db = createDb(openDialect(databaseUrl, dataDir))
  await expectDatabase(db, databaseAddress(databaseUrl, dataDir))
  return db
}

/** @throws StartupError when there is no SQLite file, because a command must not create an empty hub. */
export function existingSqliteFile({ dataDir }: Config): string {
  const file = join(dataDir, 'playhub.sqlite')
  if (existsSync(file)) return file
  throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR to the hub's data folder.`)
}

/** @throws StartupError when the content has mistakes. */
export function openContent({ config }: Terminal): Catalogue {
  return openCatalogue({
    dir: config.contentDir,
    placeholders: {
      PUBLIC_URL: config.http.publicUrl,
      GAMES_URL: config.gamesUrl,
      SANDBOX_URL: config.sandboxUrl ?? '',
    },
    log: createLog('silent'),
  })
}
