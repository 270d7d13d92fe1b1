import { checkIdentityApps } from '../../accounts/index.ts'
import { checkPaymentAccounts } from '../../payments/index.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import type { CommandContext, Terminal } from '../command-context.ts'
import { openExistingDb } from '../open-database.ts'
import { checkBuildStorage } from './build-checks.ts'
import { checkConsole } from './console-check.ts'
import { checkClock, checkMail, checkPublicUrl } from './network-checks.ts'
import { checkGameHosts } from './sibling-games.ts'
import { checkContentFiles, checkDatabase, checkJobs, checkMigrations } from './state-checks.ts'
import { checkDisk, checkPermissions } from './system-checks.ts'

/** Checks everything that the hub depends on. @returns the exit code: 1 when something is wrong */
export async function checkEverything(context: CommandContext): Promise<number> {
  return report(context, await runChecks(context))
}

/** The same checks from a running hub; they open the database on their own. */
export function checkRunningHub({
  config,
  clock,
}: Pick<Terminal, 'config' | 'clock'>): Promise<ServiceCheck[]> {
  const terminal = { config, clock, openDb: () => openExistingDb(config), print: () => {}, user: 'hub' }
  return runChecks(terminal)
}

async function runChecks(context: Terminal): Promise<ServiceCheck[]> {
  const { config } = context
  const own = await Promise.all([
    checkDatabase(context),
    checkMigrations(context),
    checkJobs(context),
    checkContentFiles(context),
    checkGameHosts(context),
    checkBuildStorage(context),
    checkMail(config.mail.smtpUrl),
    checkPublicUrl(config),
    checkConsole(context),
    checkClock(context),
    checkDisk(config.dataDir),
    checkPermissions(config),
  ])
  const configuration = {
    service: 'Configuration',
    found: 'has no doubtful values',
    problems: config.warnings,
  }
  return [configuration, ...own, ...(await providerChecks(context))]
}

/** Makes one harmless call to each configured provider. @returns the exit code: 1 when something is wrong */
export async function checkProviders(context: CommandContext): Promise<number> {
  const checks = await providerChecks(context)
  if (checks.length === 0) context.print('No payment or sign-in company is configured.')
  return report(context, checks)
}

async function providerChecks({ config, clock }: Terminal): Promise<ServiceCheck[]> {
  const hubUrl = config.http.publicUrl
  return [
    ...(await checkPaymentAccounts(config.payments)),
    ...(await checkIdentityApps(config.identity, { clock, hubUrl })),
  ]
}

function report({ print, setJson }: CommandContext, checks: ServiceCheck[]): number {
  setJson(checks)
  for (const { service, found, problems } of checks) {
    if (problems.length === 0) print(`ok     ${service} ${found}`)
    for (const problem of problems) print(`wrong  ${service}: ${problem}`)
  }
  return checks.some(({ problems }) => problems.length > 0) ? 1 : 0
}
