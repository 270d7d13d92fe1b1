import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import * as z from 'zod'
/** Network checks, in both directions. */
import type { Config } from '../config.ts'
import { listProviderApis } from '../payments/index.ts'
import { SECOND_MS } from '../platform/clock.ts'
import { checkMailServer } from '../platform/mail/mail.ts'
import { boundedFetch, networkReason } from '../platform/outbound/bounded-fetch.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import { checkMailbox } from '../support/index.ts'
import type { CheckContext } from './check-context.ts'

const limits = { timeoutMs: 10 * SECOND_MS, maxResponseBytes: 64 * 1024 }

/** Tokens and webhook signatures are refused when clocks differ by minutes. */
const maxClockSkewMs = 30 * SECOND_MS

/** Connects and logs in without sending anything. */
export async function checkMail(smtpUrl: string): Promise<ServiceCheck> {
  const { host } = new URL(smtpUrl)
  const problem = await checkMailServer(smtpUrl)
  return {
    ...{ service: 'mail', found: toFinding('mail.accepts', { host }) },
    problems: problem === null ? [] : [problem],
  }
}

/** Logs in to the mailbox with players' replies. */
export async function checkSupportMailbox({ supportMail: { imapUrl } }: Config): Promise<ServiceCheck> {
  const service = 'support-mailbox'
  if (imapUrl === null) return { service, found: toFinding('mailbox.none'), problems: [] }
  const problem = await checkMailbox(imapUrl)
  return {
    service,
    found: toFinding('mailbox.accepts', { host: new URL(imapUrl).host }),
    problems: problem === null ? [] : [problem],
  }
}

const Readiness = z.object({ status: z.unknown() }).partial().catch({})

/** Calls the hub as a player's browser does: through DNS, TLS and the proxy. */
export async function checkPublicUrl({ http: { publicUrl }, mode }: Config): Promise<ServiceCheck> {
  const service = 'public-url'
  const insecure =
    mode !== 'sandbox' && !publicUrl.startsWith('https:') ? [toFinding('url.plain', { url: publicUrl })] : []
  try {
    const response = await boundedFetch(`${publicUrl}/readyz`, {}, limits)
    const { status } = Readiness.parse(await response.json().catch(() => null))
    const problems = [...insecure, ...readinessProblems(publicUrl, response.status, status)]
    return { service, found: toFinding('url.reaches', { url: publicUrl }), problems }
  } catch (error) {
    const problem = toFinding('url.closed', { url: publicUrl, said: networkReason(error) })
    return { service, found: null, problems: [...insecure, problem] }
  }
}

function readinessProblems(url: string, code: number, status: unknown): Finding[] {
  if (typeof status !== 'string') return [toFinding('url.no-hub', { url, status: code })]
  return code === 200 ? [] : [toFinding('url.not-ready', { url, said: status })]
}

/** Compares this machine's clock with a payment provider's, which its responses carry. */
export async function checkClock({ config, clock }: CheckContext): Promise<ServiceCheck> {
  const service = 'clock'
  const [other] = listProviderApis(config.payments)
  if (!other) return { service, found: toFinding('clock.no-provider'), problems: [] }
  const { host } = new URL(other)
  try {
    const { headers } = await boundedFetch(new URL('/', other), { method: 'HEAD' }, limits)
    const skewMs = Math.abs(Date.parse(headers.get('date') ?? '') - clock.now())
    if (Number.isNaN(skewMs)) return { service, found: toFinding('clock.no-time', { host }), problems: [] }
    const problem = toFinding('clock.differs', { host, seconds: Math.round(skewMs / SECOND_MS) })
    const problems = skewMs > maxClockSkewMs ? [problem] : []
    return { service, found: toFinding('clock.agrees', { host }), problems }
  } catch (error) {
    const problem = toFinding('clock.unreachable', { host, said: networkReason(error) })
    return { service, found: null, problems: [problem] }
  }
}
