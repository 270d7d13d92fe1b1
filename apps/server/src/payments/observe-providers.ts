import { SpanKind } from '@opentelemetry/api'
import { Histogram, type Registry } from 'prom-client'
import { inSpan } from '../platform/tracing/spans.ts'
import { type Provider, ProviderRefused, type Providers, ProviderUnavailable } from './provider.ts'
import type { CallOutcome, ProviderHealth } from './provider-health.ts'

const secondBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Measures each call to a provider, its repetitions included, by what it was for and how it ended. */
export function observeProviders(
  providers: Providers,
  registry: Registry,
  health: Pick<ProviderHealth, 'record'>,
): Providers {
  const duration = new Histogram({
    name: 'playhub_provider_call_duration_seconds',
    help: 'Time of a call to a payment provider, by its outcome: ok, refused, unavailable or error',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: secondBuckets,
    registers: [registry],
  })
  const observed = Object.entries(providers).map(([name, provider]) => [
    name,
    observe(provider, duration, health),
  ])
  return Object.fromEntries(observed)
}

type Duration = Histogram<'provider' | 'operation' | 'outcome'>

function observe(provider: Provider, duration: Duration, health: Pick<ProviderHealth, 'record'>): Provider {
  return new Proxy(provider, {
    get(target, operation, receiver) {
      const value = Reflect.get(target, operation, receiver)
      if (typeof value !== 'function' || typeof operation !== 'string') return value
      return async (...args: unknown[]) => {
        const end = duration.startTimer({ provider: target.name, operation })
        try {
          const result = await inSpan(`${target.name} ${operation}`, { kind: SpanKind.CLIENT }, () =>
            value.apply(target, args),
          )
          end({ outcome: 'ok' })
          health.record(target.name, 'ok')
          return result
        } catch (error) {
          const outcome = toOutcome(error)
          end({ outcome })
          health.record(target.name, outcome)
          throw error
        }
      }
    },
  })
}

function toOutcome(error: unknown): CallOutcome {
  if (error instanceof ProviderUnavailable) return 'unavailable'
  return error instanceof ProviderRefused ? 'refused' : 'error'
}
