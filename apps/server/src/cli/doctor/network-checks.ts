import * as z from 'zod'
/** What the hub reaches, and what reaches the hub. */
import type { Config } from '../../config.ts'
import { listProviderApis } from '../../payments/index.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { checkMailServer } from '../../platform/mail/mail.ts'
import { boundedFetch, networkReason } from '../../platform/outbound/bounded-fetch.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import type { Terminal } from '../command-context.ts'

const limits = { timeoutMs: 10 * SECOND_MS, maxResponseBytes: 64 * 1024 }

/** Tokens and webhook signatures are refused when clocks differ by minutes. */
const maxClockSkewMs = 30 * SECOND_MS

/** Connects and logs in without sending anything. */
export async function checkMail(smtpUrl: string): Promise<ServiceCheck> {
  const { host } = new URL(smtpUrl)
  const problem = await checkMailServer(smtpUrl)
  return {
    service: 'Mail',
    found: `server ${host} accepts our login`,
    problems: problem === null ? [] : [`${problem}.`],
  }
}

const Readiness = z.object({ status: z.unknown() }).partial().catch({})

/** Calls the hub as a player's browser does: through DNS, TLS and the proxy. */
export async function checkPublicUrl({ http: { publicUrl }, mode }: Config): Promise<ServiceCheck> {
  const service = 'Public URL'
  const insecure =
    mode !== 'sandbox' && !publicUrl.startsWith('https:')
      ? [`${publicUrl} is not encrypted: put a proxy with a certificate before the hub.`]
      : []
  try {
    const response = await boundedFetch(`${publicUrl}/readyz`, {}, limits)
    const { status } = Readiness.parse(await response.json().catch(() => null))
    const problems = [...insecure, ...readinessProblems(publicUrl, response.status, status)]
    return { service, found: `${publicUrl} reaches a hub that is ready`, problems }
  } catch (error) {
    const problem = `${publicUrl} cannot be opened from here (${networkReason(error)}): start the hub, and check DNS, certificate and proxy.`
    return { service, found: '', problems: [...insecure, problem] }
  }
}

function readinessProblems(publicUrl: string, code: number, status: unknown): string[] {
  if (typeof status !== 'string')
    return [`${publicUrl}/readyz answers ${code}, but not as a hub does: check the proxy.`]
  return code === 200 ? [] : [`The hub behind ${publicUrl} is not ready: ${status}.`]
}

/** Compares this machine's clock with a payment provider's, which its responses carry. */
export async function checkClock({ config, clock }: Terminal): Promise<ServiceCheck> {
  const service = 'Clock'
  const [other] = listProviderApis(config.payments)
  if (!other) return { service, found: 'was not compared: no payment company is configured', problems: [] }
  const { host } = new URL(other)
  try {
    const { headers } = await boundedFetch(new URL('/', other), { method: 'HEAD' }, limits)
    const skewMs = Math.abs(Date.parse(headers.get('date') ?? '') - clock.now())
    if (Number.isNaN(skewMs))
      return { service, found: `was not compared: ${host} sends no time`, problems: [] }
    const problem = `It differs from that of ${host} by ${Math.round(skewMs / SECOND_MS)} s: synchronise it by NTP.`
    const problems = skewMs > maxClockSkewMs ? [problem] : []
    return { service, found: `agrees with that of ${host}`, problems }
  } catch (error) {
    const problem = `${host} cannot be reached (${networkReason(error)}): allow outgoing HTTPS.`
    return { service, found: '', problems: [problem] }
  }
}
