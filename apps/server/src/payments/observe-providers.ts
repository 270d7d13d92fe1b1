import { SpanKind } from '@opentelemetry/api'
import { Histogram, type Registry } from 'prom-client'
import { inSpan } from '../platform/tracing/spans.ts'
import { type Provider, ProviderRefused, type Providers, ProviderUnavailable } from './provider.ts'

const secondBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Measures each call to a provider, its repetitions included, by what it was for and how it ended. */
export function observeProviders(providers: Providers, registry: Registry): Providers {
  const duration = new Histogram({
    name: 'playhub_provider_call_duration_seconds',
    help: 'Time of a call to a payment provider, by its outcome: ok, refused, unavailable or error',
    labelNames: ['provider', 'operation', 'outcome'],
    buckets: secondBuckets,
    registers: [registry],
  })
  const observed = Object.entries(providers).map(([name, provider]) => [name, observe(provider, duration)])
  return Object.fromEntries(observed)
}

type Duration = Histogram<'provider' | 'operation' | 'outcome'>

function observe(provider: Provider, duration: Duration): Provider {
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
          return result
        } catch (error) {
          end({ outcome: toOutcome(error) })
          throw error
        }
      }
    },
  })
}

function toOutcome(error: unknown): string {
  if (error instanceof ProviderUnavailable) return 'unavailable'
  return error instanceof ProviderRefused ? 'refused' : 'error'
}
