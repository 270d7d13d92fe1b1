import type { PaymentProvider } from '@playhub/contract'
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import { checkIdentityApps } from '../accounts/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Config } from '../config.ts'
import { checkPaymentAccounts } from '../payments/index.ts'
import { openExistingDb } from '../platform/database/existing-database.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import { StartupError } from '../platform/startup-error.ts'
import { checkBuildStorage } from './build-checks.ts'
import { type CheckContext, type ReadContent, readContentOnce, readLoaded } from './check-context.ts'
import { checkConsole } from './console-check.ts'
import { checkClock, checkMail, checkPublicUrl, checkSupportMailbox } from './network-checks.ts'
import { checkRefundLimits } from './refund-limits-check.ts'
import { checkGameHosts } from './sibling-games.ts'
import {
  checkContentFiles,
  checkDatabase,
  checkJobs,
  checkMigrations,
  checkWebhookSecrets,
} from './state-checks.ts'
import { checkDisk, checkPermissions } from './system-checks.ts'

/** The checks from a running hub, which open the database on their own. */
export function checkRunningHub({
  config,
  clock,
  catalogue,
}: Omit<CheckContext, 'openDb'> & { catalogue: Catalogue }): Promise<ServiceCheck[]> {
  const context = { config: { ...config, contentDir: catalogue.dir() }, clock }
  return runChecks({ ...context, openDb: () => openExistingDb(config) }, readLoaded(catalogue))
}

/** Checks the hub and what it depends on. */
export async function runChecks(
  context: CheckContext,
  readContent = readContentOnce(context),
): Promise<ServiceCheck[]> {
  const { config } = context
  const own = await Promise.all([
    checkDatabase(context),
    checkMigrations(context),
    checkJobs(context),
    checkContentFiles(context, readContent),
    checkWebhookSecrets(context, readContent),
    checkGameHosts(context, readContent),
    checkRefundLimits(readContent),
    checkBuildStorage(context),
    checkMail(config.mail.smtpUrl),
    checkSupportMailbox(config),
    checkPublicUrl(config),
    checkConsole(context),
    checkClock(context),
    checkDisk(config.dataDir),
    checkPermissions(config),
  ])
  const configuration = {
    service: 'configuration',
    found: toFinding('config.fine'),
    problems: config.warnings,
  }
  return [configuration, ...own, ...(await providerChecks(context, { readContent }))]
}

/**
 * Makes one harmless call to each configured provider.
 * @param isFixing  Registers at a provider what is missing there.
 */
export async function providerChecks(
  { config, clock }: CheckContext,
  { readContent, isFixing = false }: { readContent: ReadContent; isFixing?: boolean },
): Promise<ServiceCheck[]> {
  const hubUrl = config.http.publicUrl
  return [
    ...(await checkPaymentAccounts(config.payments, readShown(config, readContent, isFixing))),
    ...(await checkIdentityApps(config.identity, { clock, hubUrl })),
  ]
}

/** What projects and hosts show of each provider. Undefined while the content has errors, which another check tells. */
function readShown({ http }: Config, readContent: ReadContent, isFixing: boolean) {
  const { publicUrl, otherOrigins } = http
  // Stripe registers public hosts only.
  const hosts = [publicUrl, ...otherOrigins]
    .filter((origin) => origin.startsWith('https://'))
    .map((origin) => new URL(origin).host)
  const offered = readMethods(readContent)
  return (provider: PaymentProvider) => {
    if (!offered) return undefined
    const methods = offered.flatMap((each) => (each.provider === provider ? each.methods : []))
    return { methods, hosts: [...new Set(hosts)], isFixing }
  }
}

function readMethods(readContent: ReadContent) {
  try {
    return readContent().projects.flatMap(({ paymentsMethods }) => paymentsMethods)
  } catch (error) {
    if (error instanceof StartupError) return undefined
    throw error
  }
}
