import { Registry } from 'prom-client'
import { type Accounts, canonicalEmail, createAccounts, hasEmailAccount } from './accounts/index.ts'
import { type Catalogue, createLibrary, type Library, openCatalogue } from './catalogue/index.ts'
import type { Config } from './config.ts'
import { demoPlayer } from './demo.ts'
import { createGameServers, type GameServers } from './game-server-api/index.ts'
import { createPlay, type Play } from './game-tokens/index.ts'
import { createSessions, type Sessions } from './hub-sessions/index.ts'
import { migrations } from './migrations/index.ts'
import { configuredProviders, createPayments, type Payments, type Providers } from './payments/index.ts'
import { personalRecords } from './personal-records.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import { createDb, type Db } from './platform/database/database.ts'
import { databaseAddress, openDialect } from './platform/database/dialects.ts'
import { migrate } from './platform/database/migrations.ts'
import { createPoolMetrics } from './platform/database/pool-metrics.ts'
import { lockDataFolder } from './platform/folder-lock/folder-lock.ts'
import { createHeartbeat, type Heartbeat } from './platform/heartbeat.ts'
import { createJobs, type Jobs } from './platform/jobs/jobs.ts'
import { expectDatabaseMode } from './platform/keys/database-mode.ts'
import { createRequestLimits, type RequestLimits } from './platform/limits/request-limits.ts'
import { createSharedCounts, type SharedCounts } from './platform/limits/shared-counts.ts'
import { createMail, type Mail, observeMail } from './platform/mail/mail.ts'
import { limitMail } from './platform/mail/mail-limit.ts'
import { createLog, type Log } from './platform/observability/log.ts'
import { createOtlpExporter } from './platform/tracing/otlp-exporter.ts'
import { createTracer, type Tracer } from './platform/tracing/tracer.ts'
import { getTenant } from './site/index.ts'
import { createSupport, type Support } from './support/index.ts'

/** The hub's collaborators, each created once. */
export type Context = {
  config: Config
  clock: Clock
  log: Log
  tracer: Tracer
  db: Db
  jobs: Jobs
  mail: Mail
  /** This process's metrics. */
  registry: Registry
  catalogue: Catalogue
  library: Library
  sessions: Sessions
  accounts: Accounts
  payments: Payments
  play: Play
  support: Support
  gameServers: GameServers
  heartbeat: Heartbeat
  requestLimits: RequestLimits
  /** Null when no other hub uses the database. */
  sharedCounts: SharedCounts | null
  close(): Promise<void>
}

/** Replacements for tests. */
export type Replacements = { clock?: Clock; log?: Log; db?: Db; providers?: Providers }

/** @throws StartupError when the content, the configuration or the database needs the operator's attention. */
export async function createContext(config: Config, replacements: Replacements = {}): Promise<Context> {
  const clock = replacements.clock ?? systemClock
  const log = replacements.log ?? createLog(config.logLevel)
  const placeholders = {
    PUBLIC_URL: config.http.publicUrl,
    GAMES_URL: config.gamesUrl,
    SANDBOX_URL: config.sandboxUrl ?? '',
  }
  const catalogue = openCatalogue({
    dir: config.contentDir,
    placeholders,
    log,
    configuredProviders: configuredProviders(config.payments),
  })
  const registry = new Registry()
  const { observe } = createPoolMetrics(registry)
  const folderLock =
    replacements.db || config.databaseUrl !== null ? undefined : lockDataFolder(config.dataDir)
  const db = replacements.db ?? createDb(openDialect(config.databaseUrl, config.dataDir, log, observe))
  const address = databaseAddress(config.databaseUrl, config.dataDir)
  await migrate(db, migrations, address, log)
  const databaseMode = config.mode === 'production' ? 'production' : 'sandbox'
  await expectDatabaseMode(db, {
    mode: databaseMode,
    address,
    createdIn: async () => ((await hasEmailAccount(db, demoPlayer.email)) ? 'sandbox' : databaseMode),
  })

  const traceExporter = config.traces && (await createOtlpExporter(config.traces))
  const tracer = createTracer(traceExporter?.record)
  const jobs = createJobs({ db, clock, log, tracer })
  const sharedCounts = config.databaseUrl === null ? null : createSharedCounts({ db, clock, log })
  sharedCounts?.start()
  const requestLimits = createRequestLimits(config.mode === 'sandbox', sharedCounts)
  const senderName = () => catalogue.getBrand()
  const subjectPrefix = config.mode === 'staging' ? '[test] ' : ''
  const unlimitedMail = observeMail(createMail({ ...config.mail, senderName, subjectPrefix }, log), registry)
  const mail = limitMail(unlimitedMail, { db, clock })
  const sessions = await createSessions({
    db,
    clock,
    log,
    jobs,
    config,
    catalogue,
    getTenant: (host) =>
      getTenant(
        host,
        catalogue.projects().map(({ id }) => id),
      ),
  })
  const accounts = await createAccounts({
    db,
    clock,
    log,
    jobs,
    mail,
    config,
    textsIn: catalogue.textsIn,
    failedAttemptLimit,
    attachHubSession: sessions.attach,
    personalRecords: { personalData: (playerId) => personalRecords(db, playerId), erase: eraseElsewhere },
  })
  const payments = await createPayments(
    {
      db,
      clock,
      log,
      jobs,
      mail,
      registry,
      config,
      catalogue,
      findAccount: accounts.findAccount,
      saveReceiptEmail: (playerId, email) => accounts.saveReceiptEmail(db, playerId, email),
    },
    replacements.providers,
  )

  const { findAccount, expectAccount } = accounts
  const library = createLibrary({ db, clock, catalogue, expectAccount })
  const play = await createPlay({ db, clock, config, catalogue, findAccount, expectAccount })
  const support = await createSupport({
    db,
    clock,
    jobs,
    mail,
    config,
    catalogue,
    canonicalEmail,
    findAccount,
    expectAccount,
    expectOrder: payments.expectOrder,
    listTimeline: payments.listTimeline,
  })
  const gameServers = await createGameServers({
    db,
    clock,
    jobs,
    config,
    catalogue,
    findAccount: accounts.findAccount,
    payments,
    sessions,
    play,
    requestLimits,
    library,
  })

  const heartbeat = createHeartbeat({ db, clock, log, content: catalogue.state })
  catalogue.onChange(heartbeat.report)

  async function eraseElsewhere(tx: Db, playerId: string): Promise<void> {
    await payments.erase(tx, playerId)
    await sessions.erase(tx, playerId)
    await play.erase(tx, playerId)
    await library.erase(tx, playerId)
    await support.erase(tx, playerId)
  }

  function failedAttemptLimit(): number {
    const limit = catalogue.content().hub.settings.failedAttemptLimit
    return typeof limit === 'number' ? limit : 5
  }

  async function close(): Promise<void> {
    sharedCounts?.stop()
    await heartbeat.stop()
    await jobs.stop()
    mail.close()
    catalogue.close()
    await db.destroy()
    folderLock?.release()
    await traceExporter?.stop()
  }

  return {
    config,
    clock,
    log,
    tracer,
    db,
    jobs,
    mail,
    registry,
    catalogue,
    library,
    sessions,
    accounts,
    payments,
    play,
    support,
    gameServers,
    heartbeat,
    requestLimits,
    sharedCounts,
    close,
  }
}
