import type { FastifyRequest } from 'fastify'

const paymentPath = /^\/(payments|webhooks|transactions|api\/(payments|purchases|server))(\/|\?|$)/
const healthPath = /^\/(healthz|readyz|readyz\/process|metrics)$/
const filePath = /^\/(assets|main_images)\//

type Priority = 'guest' | 'player' | 'payment' | 'health'

/** How long a request is served while the hub is overloaded: `health` requests always, guests' not at all. */
export function getPriority({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>): Priority {
  if (healthPath.test(url)) return 'health'
  if (paymentPath.test(url)) return 'payment'
  return headers.authorization || filePath.test(url) ? 'player' : 'guest'
}
