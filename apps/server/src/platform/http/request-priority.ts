import type { FastifyRequest } from 'fastify'

/** Multiples of the delay above which anonymous requests are shed; paying players and staff are shed last. */
export const toleranceByPriority = {
  guest: 1,
  player: 1.5,
  payment: 2,
  operator: 2,
  health: Number.POSITIVE_INFINITY,
}
const paymentPath = /^\/(payments|webhooks|transactions|api\/(payments|purchases|server))(\/|\?|$)/
const healthPath = /^\/(healthz|readyz|readyz\/process|metrics)$/
export const isHealthPath = (url: string) => healthPath.test(url)
const filePath = /^\/(assets|main_images)\//
const consolePath = /^\/(console|api\/operator)(\/|\?|$)/

type Prioritized = Pick<FastifyRequest, 'url' | 'headers'> & Partial<Pick<FastifyRequest, 'routeOptions'>>

export function getPriority({ url, headers, routeOptions }: Prioritized): keyof typeof toleranceByPriority {
  if (isHealthPath(url)) return 'health'
  // On a host of its own, the console has players' paths.
  if (consolePath.test(url) || routeOptions?.config.isConsole) return 'operator'
  if (paymentPath.test(url)) return 'payment'
  return headers.authorization || filePath.test(url) ? 'player' : 'guest'
}
