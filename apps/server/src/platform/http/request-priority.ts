import type { FastifyRequest } from 'fastify'

/** Multiples of the delay above which anonymous requests are shed; paying players are shed last. */
export const toleranceByPriority = { guest: 1, player: 1.5, payment: 2, health: Number.POSITIVE_INFINITY }
const paymentPath = /^\/(payments|webhooks|transactions|api\/(payments|purchases|server))(\/|\?|$)/
const healthPath = /^\/(healthz|readyz|readyz\/process|metrics)$/
export const isHealthPath = (url: string) => healthPath.test(url)
const filePath = /^\/(assets|main_images)\//

export function getPriority({
  url,
  headers,
}: Pick<FastifyRequest, 'url' | 'headers'>): keyof typeof toleranceByPriority {
  if (isHealthPath(url)) return 'health'
  if (paymentPath.test(url)) return 'payment'
  return headers.authorization || filePath.test(url) ? 'player' : 'guest'
}
