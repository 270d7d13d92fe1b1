import { currencies } from '@playhub/contract'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { ReadContent } from './check-context.ts'

const service = 'refund-limits'

/** Without a limit, anybody with the role support may refund everything that was sold. */
export function checkRefundLimits(readContent: ReadContent): ServiceCheck {
  try {
    const { hub, projects } = readContent()
    const { refundLimits, refundHoldMinutes } = hub.console
    const sold = new Set(
      projects.flatMap(({ items }) =>
        items.flatMap(({ price }) => currencies.filter((currency) => price[currency] !== undefined)),
      ),
    )
    const limits = Object.entries(refundLimits).map(([currency, limit]) => `${limit} ${currency}`)
    const missing = [...sold].filter((currency) => refundLimits[currency] === undefined)
    const params = { limits: limits.join(', '), minutes: refundHoldMinutes }
    const found = toFinding(refundHoldMinutes > 0 ? 'limits.set-held' : 'limits.set', params)
    return { service, found, problems: list(limits, missing) }
  } catch (error) {
    // The check of the content tells what is wrong.
    if (error instanceof StartupError) return { service, found: toFinding('limits.unchecked'), problems: [] }
    throw error
  }
}

function list(limits: string[], missing: string[]): Finding[] {
  if (limits.length === 0 && missing.length > 0) return [toFinding('limits.none')]
  return missing.map((currency) => toFinding('limits.currency', { currency }))
}
