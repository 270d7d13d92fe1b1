import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { SECOND_MS } from '../clock.ts'
import { Refusal } from '../refusal.ts'
import { getPriority, toleranceByPriority } from './request-priority.ts'

const sampleIntervalMs = 200
const retryInSeconds = 2
/** Grace period after startup. Loading and compiling code delays the event loop, which is no overload. */
const warmUpMs = 2 * SECOND_MS

/**
 * Sheds requests while the event loop is late, before doing any work: queued requests would complete after their client
 * has given up, and all would be late.
 * @param maxDelayMs  Average delay over 200 ms above which anonymous requests are shed.
 * @param now  The time in milliseconds.
 */
export async function shedLoad(
  app: FastifyInstance,
  maxDelayMs: number,
  now = () => performance.now(),
): Promise<void> {
  let shedsFrom = Number.POSITIVE_INFINITY
  app.addHook('onListen', async () => {
    shedsFrom = now() + warmUpMs
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: sampleIntervalMs,
    pressureHandler(request, _reply, _type, delayMs) {
      if (now() < shedsFrom) return
      // Infinite after the loop blocked for the whole interval, which says nothing about the load.
      const isLate =
        Number.isFinite(delayMs) && Number(delayMs) > maxDelayMs * toleranceByPriority[getPriority(request)]
      if (isLate) return Promise.reject(new Refusal('SERVICE_UNAVAILABLE', { retryInSeconds }))
    },
  })
}
