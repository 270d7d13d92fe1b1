/** The operators' console: an owner must be able to open it and log in. */
import type { Config } from '../../config.ts'
import { isOwner } from '../../operators/management/grants.ts'
import { type ListedOperator, listOperators } from '../../operators/management/list-operators.ts'
import { listSessionIps } from '../../operators/sessions/session-store.ts'
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts'
import { createNetworkCheck } from '../../platform/limits/networks.ts'
import { boundedFetch, networkReason } from '../../platform/outbound/bounded-fetch.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { Terminal } from '../command-context.ts'

const service = 'Console'
const limits = { timeoutMs: 10 * SECOND_MS, maxResponseBytes: 64 * 1024 }
/** Logins that show which networks the staff use. */
const recentMs = 30 * DAY_MS

export async function checkConsole({ config, clock, openDb }: Terminal): Promise<ServiceCheck> {
  try {
    const db = await openDb()
    try {
      const operators = await listOperators(db)
      const owners = operators.filter(({ grants }) => isOwner(grants))
      if (owners.length === 0) return { service, found: 'does not exist: no owner was added', problems: [] }
      const ips = await listSessionIps(db, clock.now() - recentMs)
      const problems = [
        ...listUrlProblems(config),
        ...listOwnerProblems(owners),
        ...listNetworkProblems(config, ips),
        ...(await listReachProblems(config)),
      ]
      const found = `is at ${config.console.url}; active owners: ${owners.filter(isActive).length}`
      return { service, found, problems }
    } finally {
      await db.destroy()
    }
  } catch (error) {
    // The check of the database tells what is wrong.
    if (!(error instanceof StartupError)) throw error
    return { service, found: 'was not checked without the database', problems: [] }
  }
}

const isActive = ({ state }: ListedOperator) => state === 'active'

type ConsoleConfig = Pick<Config, 'mode' | 'console'> & { http: Pick<Config['http'], 'trustProxy'> }

function listUrlProblems({ mode, console: { url } }: ConsoleConfig): string[] {
  if (mode === 'sandbox' || url.startsWith('https:')) return []
  return [`${url} is not encrypted, so passwords and sessions of staff can be read on the way: use https://.`]
}

/** Owners lose the second factor when it is reset, until they use the link. */
export function listOwnerProblems(owners: readonly ListedOperator[]): string[] {
  const active = owners.filter(isActive)
  if (active.length === 0)
    return [
      'No owner is active: they use their links, or "operators add <email> --role owner" adds another one.',
    ]
  return active
    .filter(({ hasApp, passkeys }) => !hasApp && passkeys === 0)
    .map(
      ({ email }) => `${email} is an owner without a second factor: they use their link, or get a new one.`,
    )
}

/** @param ips  Where operators have logged in from lately. */
export function listNetworkProblems(
  { http, console: { url, networks } }: ConsoleConfig,
  ips: string[],
): string[] {
  if (networks.length === 0) return []
  const isAllowed = createNetworkCheck(networks)
  const list = networks.join(' ')
  if (!http.trustProxy && url.startsWith('https:'))
    return [
      `CONSOLE_NETWORKS is compared with the IP of the proxy, which is the same for everybody: set TRUST_PROXY=true.`,
    ]
  if (ips.length === 0 || ips.some(isAllowed)) return []
  return [
    `CONSOLE_NETWORKS (${list}) has none of the IPs that operators have logged in from, such as ${ips[0]}: nobody may be able to open the console.`,
  ]
}

/** Calls the console as a browser does. An allow list may not include this machine. */
async function listReachProblems({ console: { url, networks } }: ConsoleConfig): Promise<string[]> {
  if (networks.length > 0) return []
  const { origin } = new URL(url)
  try {
    const { status } = await boundedFetch(`${origin}/api/operator/v1/session`, {}, limits)
    if (status === 401) return []
    return [
      `${origin} answers ${status} instead of the console's API: send this host to the hub, with its name.`,
    ]
  } catch (error) {
    return [
      `${origin} cannot be opened from here (${networkReason(error)}): check DNS, certificate and proxy.`,
    ]
  }
}
