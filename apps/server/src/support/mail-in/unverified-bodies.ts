import type { FastifyRequest } from 'fastify'
import { limitedIp } from '../../platform/limits/request-limits.ts'
import { Refusal } from '../../platform/refusal.ts'

const retryInSeconds = 5

/** @throws Refusal TOO_MANY_REQUESTS when the network holds too much, SERVICE_UNAVAILABLE when all do */
export type HoldBytes = (request: FastifyRequest, bytes: number) => { release(): void }

/** Limits the memory of bodies that arrive from senders not known yet, by their stated sizes. */
export function limitUnverifiedBodies(limits: { networkBytes: number; totalBytes: number }): HoldBytes {
  const held = new Map<string, number>()
  let total = 0
  return (request, bytes) => {
    const network = limitedIp(request)
    const before = held.get(network) ?? 0
    if (before + bytes > limits.networkBytes) throw new Refusal('TOO_MANY_REQUESTS', { retryInSeconds })
    if (total + bytes > limits.totalBytes) throw new Refusal('SERVICE_UNAVAILABLE', { retryInSeconds })
    held.set(network, before + bytes)
    total += bytes
    return {
      release() {
        const left = (held.get(network) ?? 0) - bytes
        if (left > 0) held.set(network, left)
        else held.delete(network)
        total -= bytes
      },
    }
  }
}
