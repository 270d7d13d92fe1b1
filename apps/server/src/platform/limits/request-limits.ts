import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MINUTE_MS } from '../clock.ts'
import { Refusal } from '../refusal.ts'
import { toIpGroup } from './ip-group.ts'
import { type SharedCounts, sharedStore } from './shared-counts.ts'

/** Client IP as limits count it. */
export function limitedIp(request: Pick<FastifyRequest, 'ip'>): string {
  return toIpGroup(request.ip)
}

export const loopback = ['127.0.0.1', toIpGroup('::1')]

/** Creates rate-limit options per IP. */
export type RequestLimits = (name: string, perMinute: number) => RateLimitPluginOptions & { max: number }

/**
 * @param isSandbox  Sandbox clients all share this machine's IP, so it is not limited.
 * @param shared     Counts across all hubs; null when there is only one.
 */
export function createRequestLimits(isSandbox: boolean, shared: SharedCounts | null): RequestLimits {
  return (name, perMinute) => ({
    max: perMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: limitedIp,
    allowList: isSandbox ? loopback : [],
    ...(shared && { store: sharedStore(shared, name) }),
  })
}

/** @throws Refusal TOO_MANY_REQUESTS when the IP has used up its limit */
export type CountRequest = (request: FastifyRequest, options?: { increment: boolean }) => Promise<void>

/**
 * A separate limit for expensive requests, counted where a handler recognises them.
 * @param app  Without an enclosing scope's limit: the plugin would count by that one instead.
 */
export async function createRequestCounter(
  app: FastifyInstance,
  options: RateLimitPluginOptions,
): Promise<CountRequest> {
  let count: ReturnType<FastifyInstance['createRateLimit']> | undefined
  // Own scope, because the plugin adds hooks to the routes around it.
  await app.register(async (scope) => {
    if (scope.hasDecorator('createRateLimit'))
      throw new Error('A limit around this one would be counted instead')
    await scope.register(rateLimit, { ...options, global: false })
    count = scope.createRateLimit()
  })
  return async (request, { increment } = { increment: true }) => {
    const state = await count?.(request, { increment })
    if (!state || state.isAllowed) return
    const isUsedUp = increment ? state.isExceeded : state.remaining === 0
    if (isUsedUp) throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds: Math.max(1, state.ttlInSeconds) })
  }
}
