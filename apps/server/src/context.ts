import { type Accounts, accountMigrations, createAccounts } from './accounts/index.ts'
import { type Catalogue, openCatalogue } from './catalogue/index.ts'
import type { Config } from './config.ts'
import { createPayments, type Payments, paymentMigrations } from './payments/index.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createDb, type Db } from './platform/database.ts'
import { databaseAddress, openDialect } from './platform/dialects.ts'
import { jobMigrations } from './platform/job-store.ts'
import { createJobs, type Jobs } from './platform/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMail, type Mail } from './platform/mail.ts'
import { migrate } from './platform/migrations.ts'
import { secretMigrations } from './platform/secrets.ts'

/** Every collaborator of the hub, built once. */
export type Context = {
  config: Config
  clock: Clock
  log: Log
  db: Db
  jobs: Jobs
  mail: Mail
  catalogue: Catalogue
  accounts: Accounts
  payments: Payments
  close(): Promise<void>
}

/** What a test may put in the place of the real thing. */
export type Replacements = { clock?: Clock; log?: Log; db?: Db }

const migrations = { ...secretMigrations, ...jobMigrations, ...accountMigrations, ...paymentMigrations }

/** @throws StartupProblem when the operator must mend something first. */
export async function createContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const clock = replacements.clock ?? systemClock
  const log = replacements.log ?? createLog(config.logLevel)
  const placeholders = {
    PUBLIC_URL: config.http.publicUrl,
    GAMES_URL: config.gamesUrl,
    SANDBOX_URL: config.sandboxUrl ?? '',
  }
  const catalogue = openCatalogue({ dir: config.contentDir, placeholders, log })
  const db = replacements.db ?? createDb(openDialect(config.databaseUrl, config.dataDir))
  await migrate(db, migrations, databaseAddress(config.databaseUrl, config.dataDir))

  const jobs = createJobs({ db, clock, log })
  const mail = createMail(config.mail)
  const accounts = await createAccounts({ db, clock, log, jobs, mail, config, failedAttemptLimit })
  const payments = await createPayments({
    db,
    clock,
    log,
    jobs,
    mail,
    config,
    catalogue,
    accountOf: accounts.accountOf,
    saveReceiptEmail: (playerId, email) => accounts.saveReceiptEmail(db, playerId, email),
  })

  function failedAttemptLimit(): number {
    const limit = catalogue.content().hub.settings.failedAttemptLimit
    return typeof limit === 'number' ? limit : 5
  }

  async function close(): Promise<void> {
    await jobs.stop()
    mail.close()
    catalogue.close()
    await db.destroy()
  }

  return { config, clock, log, db, jobs, mail, catalogue, accounts, payments, close }
}
