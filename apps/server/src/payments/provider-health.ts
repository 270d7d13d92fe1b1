import type { PaymentProvider } from '@playhub/contract'
import { type Clock, HOUR_MS } from '../platform/clock.ts'

export type CallOutcome = 'ok' | 'refused' | 'unavailable' | 'error'

export type ProviderHealth = {
  record(provider: PaymentProvider, outcome: CallOutcome): void
  /** Providers whose last calls from this hub all failed, with the instant of the first failure. */
  listFailing(): { provider: PaymentProvider; since: number }[]
}

/** One lost call is no trouble yet. */
const minFailures = 3
/** After this time without calls, a provider may work again. */
const forgottenAfterMs = HOUR_MS

type Failures = { count: number; since: number; lastAt: number }

/** Remembers the outcome of the latest calls to each provider. A provider with a refusal works. */
export function createProviderHealth(clock: Clock): ProviderHealth {
  const failures = new Map<PaymentProvider, Failures>()
  return {
    record(provider, outcome) {
      if (outcome === 'ok' || outcome === 'refused') {
        failures.delete(provider)
        return
      }
      const now = clock.now()
      const { count, since } = failures.get(provider) ?? { count: 0, since: now }
      failures.set(provider, { count: count + 1, since, lastAt: now })
    },
    listFailing() {
      const now = clock.now()
      return [...failures]
        .filter(([, { count, lastAt }]) => count >= minFailures && now - lastAt < forgottenAfterMs)
        .map(([provider, { since }]) => ({ provider, since }))
    },
  }
}
