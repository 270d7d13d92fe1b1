import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../clock.ts'
import { Refusal } from '../refusal.ts'

/** How many times the delay at which guests are refused; players who pay come last. */
const toleranceOf = { guest: 1, player: 1.5, payment: 2, health: Number.POSITIVE_INFINITY }
const paymentPath = /^\/(payments|webhooks|transactions|api\/(payments|purchases|server))(\/|\?|$)/
const healthPath = /^\/(healthz|readyz|readyz\/process|metrics)$/
const filePath = /^\/(assets|main_images)\//

const sampleIntervalMs = 200
const retryInSeconds = 2
/** After a hub begins to listen. Its event loop is late while it loads and compiles its code, which is no overload. */
const warmUpMs = 2 * SECOND_MS

/**
 * Refuses requests while the event loop is late, before any work is done for them: requests that wait for the loop would be
 * answered after their client has given up, and all of them would be late.
 * @param maxDelayMs  The average delay over a fifth of a second at which guests are refused.
 */
export async function shedLoad(app: FastifyInstance, maxDelayMs: number): Promise<void> {
  let shedsFrom = Number.POSITIVE_INFINITY
  app.addHook('onListen', async () => {
    shedsFrom = performance.now() + warmUpMs
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: sampleIntervalMs,
    pressureHandler(request, _reply, _type, delayMs) {
      if (performance.now() < shedsFrom) return
      // Infinite after a block of the whole interval, which says nothing about the load.
      const isLate =
        Number.isFinite(delayMs) && Number(delayMs) > maxDelayMs * toleranceOf[priorityOf(request)]
      if (isLate) return Promise.reject(new Refusal('SERVICE_UNAVAILABLE', { retryInSeconds }))
    },
  })
}

export function priorityOf({
  url,
  headers,
}: Pick<FastifyRequest, 'url' | 'headers'>): keyof typeof toleranceOf {
  if (healthPath.test(url)) return 'health'
  if (paymentPath.test(url)) return 'payment'
  return headers.authorization || filePath.test(url) ? 'player' : 'guest'
}
