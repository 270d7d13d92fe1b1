import { checkIdentityApps } from '../../accounts/index.ts'
import { checkPaymentAccounts } from '../../payments/index.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import type { Operator } from '../command-context.ts'
import { checkClock, checkMail, checkPublicUrl } from './network-checks.ts'
import { checkGameHosts } from './sibling-games.ts'
import { checkContentFiles, checkDatabase, checkMigrations } from './state-checks.ts'
import { checkDisk, checkPermissions } from './system-checks.ts'

/** Checks everything that the hub depends on. @returns the exit code: 1 when something is wrong */
export async function checkEverything(operator: Operator): Promise<number> {
  const { config } = operator
  const own = await Promise.all([
    checkDatabase(operator),
    checkMigrations(operator),
    checkContentFiles(operator),
    checkGameHosts(operator),
    checkMail(config.mail.smtpUrl),
    checkPublicUrl(config),
    checkClock(operator),
    checkDisk(config.dataDir),
    checkPermissions(config),
  ])
  const configuration = {
    service: 'Configuration',
    found: 'has no doubtful values',
    problems: config.warnings,
  }
  return report(operator, [configuration, ...own, ...(await providerChecks(operator))])
}

/** Makes one harmless call to each configured provider. @returns the exit code: 1 when something is wrong */
export async function checkProviders(operator: Operator): Promise<number> {
  const checks = await providerChecks(operator)
  if (checks.length === 0) operator.print('No payment or sign-in company is configured.')
  return report(operator, checks)
}

async function providerChecks({ config, clock }: Operator): Promise<ServiceCheck[]> {
  const hubUrl = config.http.publicUrl
  return [
    ...(await checkPaymentAccounts(config.payments)),
    ...(await checkIdentityApps(config.identity, { clock, hubUrl })),
  ]
}

function report({ answer, print }: Operator, checks: ServiceCheck[]): number {
  answer(checks)
  for (const { service, found, problems } of checks) {
    if (problems.length === 0) print(`ok     ${service} ${found}`)
    for (const problem of problems) print(`wrong  ${service}: ${problem}`)
  }
  return checks.some(({ problems }) => problems.length > 0) ? 1 : 0
}
