/** The operators' console: an owner must be able to open it and log in. */
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import type { Config } from '../config.ts'
import { isOwner } from '../operators/management/grants.ts'
import { type ListedOperator, listOperators } from '../operators/management/list-operators.ts'
import { listSessionIps } from '../operators/sessions/session-store.ts'
import { DAY_MS, SECOND_MS } from '../platform/clock.ts'
import { createNetworkCheck } from '../platform/limits/networks.ts'
import { boundedFetch, networkReason } from '../platform/outbound/bounded-fetch.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { CheckContext } from './check-context.ts'
import { explainFailure } from './state-checks.ts'

const service = 'console'
const limits = { timeoutMs: 10 * SECOND_MS, maxResponseBytes: 64 * 1024 }
/** Logins revealing the staff's networks. */
const recentMs = 30 * DAY_MS

export async function checkConsole({ config, clock, openDb }: CheckContext): Promise<ServiceCheck> {
  try {
    const db = await openDb()
    try {
      const operators = await listOperators(db)
      const owners = operators.filter(({ grants }) => isOwner(grants))
      if (owners.length === 0) return { service, found: toFinding('console.none'), problems: [] }
      const ips = await listSessionIps(db, clock.now() - recentMs)
      const problems = [
        ...listUrlProblems(config),
        ...listOwnerProblems(owners),
        ...listNetworkProblems(config, ips),
        ...(await listReachProblems(config)),
      ]
      const at = { url: config.console.url, count: owners.filter(isActive).length }
      return { service, found: toFinding('console.at', at), problems }
    } finally {
      await db.destroy()
    }
  } catch (error) {
    // The check of the database tells what is wrong.
    if (error instanceof StartupError) return { service, found: toFinding('console.unchecked'), problems: [] }
    return { service, ...explainFailure(error) }
  }
}

const isActive = ({ state }: ListedOperator) => state === 'active'

type ConsoleConfig = Pick<Config, 'mode' | 'console'> & { http: Pick<Config['http'], 'trustProxy'> }

function listUrlProblems({ mode, console: { url } }: ConsoleConfig): Finding[] {
  if (mode === 'sandbox' || url.startsWith('https:')) return []
  return [toFinding('console.plain', { url })]
}

/** Owners lose the two-factor method when it is reset, until they use the link. */
export function listOwnerProblems(owners: readonly ListedOperator[]): Finding[] {
  const active = owners.filter(isActive)
  if (active.length === 0) return [toFinding('console.no-owner')]
  return active
    .filter(({ hasApp, passkeys }) => !hasApp && passkeys === 0)
    .map(({ email }) => toFinding('console.no-factor', { said: email }))
}

/** @param ips  Where operators have logged in from lately. */
export function listNetworkProblems(
  { http, console: { url, networks } }: ConsoleConfig,
  ips: string[],
): Finding[] {
  if (networks.length === 0) return []
  const isAllowed = createNetworkCheck(networks)
  if (!http.trustProxy && url.startsWith('https:')) return [toFinding('console.proxy-ip')]
  const [said] = ips
  if (said === undefined || ips.some(isAllowed)) return []
  return [toFinding('console.networks', { networks: networks.join(' '), said })]
}

/** Calls the console as a browser does. An allow list may not include this machine. */
async function listReachProblems({ console: { url, networks } }: ConsoleConfig): Promise<Finding[]> {
  if (networks.length > 0) return []
  const { origin } = new URL(url)
  try {
    const { status } = await boundedFetch(`${origin}/api/operator/v1/session`, {}, limits)
    if (status === 401) return []
    return [toFinding('console.no-api', { origin, status })]
  } catch (error) {
    return [toFinding('console.closed', { origin, said: networkReason(error) })]
  }
}
