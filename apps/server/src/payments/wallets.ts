import type { PaymentProvider, Wallet } from '@playhub/contract/payment-methods'
import { type Clock, DAY_MS, MINUTE_MS } from '../platform/clock.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { Log } from '../platform/observability/log.ts'
import type { Provider, Providers, WalletsByHost } from './provider.ts'

export type Wallets = {
  /** Asks every provider in the background where the hub has a host that can be registered. */
  learn(): void
  /** Wallets that a provider offers on a host, as it last said. None while unknown. Never waits. */
  list(provider: PaymentProvider, host: string): readonly Wallet[]
}

type Deps = {
  providers: Providers
  clock: Clock
  log: Log
  config: { http: Pick<HubConfig['http'], 'publicUrl' | 'otherOrigins'> }
}

const refreshedAfterMs = 5 * MINUTE_MS
const forgottenAfterMs = DAY_MS

/** Keeps each provider's wallets in memory. A payment screen has old ones refreshed for the screens after it. */
export function createWallets({ providers, clock, log, config: { http } }: Deps): Wallets {
  const known = new Map<PaymentProvider, { byHost: WalletsByHost; learntAt: number }>()
  const requestedAt = new Map<PaymentProvider, number>()

  async function ask({ name, listWallets }: Provider): Promise<void> {
    if (!listWallets) return
    requestedAt.set(name, clock.now())
    try {
      known.set(name, { byHost: await listWallets(), learntAt: clock.now() })
    } catch (error) {
      log.warn({ err: error, provider: name }, 'Hosts with wallets not available from the provider')
    }
  }

  return {
    learn() {
      const origins = [http.publicUrl, ...http.otherOrigins]
      if (!origins.some((origin) => origin.startsWith('https://'))) return
      for (const provider of Object.values(providers)) void ask(provider)
    },
    list(name, host) {
      const provider = providers[name]
      const now = clock.now()
      if (provider && now - (requestedAt.get(name) ?? 0) >= refreshedAfterMs) void ask(provider)
      const found = known.get(name)
      return found && now - found.learntAt < forgottenAfterMs ? (found.byHost.get(host) ?? []) : []
    },
  }
}
