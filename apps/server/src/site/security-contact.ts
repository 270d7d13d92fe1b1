import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import { DAY_MS } from '../platform/clock.ts'
import type { HubConfig } from '../platform/hub-config.ts'

const validDays = 180

/**
 * Tells researchers where to report a vulnerability.
 * @see https://www.rfc-editor.org/rfc/rfc9116
 */
export function registerSecurityContact(
  app: FastifyInstance,
  { http }: HubConfig,
  catalogue: Catalogue,
): void {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const { supportEmail, securityEmail = supportEmail } = catalogue.content().hub.operator
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
    return [
      `Contact: mailto:${securityEmail}`,
      `Expires: ${new Date(Date.now() + validDays * DAY_MS).toISOString()}`,
      'Preferred-Languages: en, ru',
      `Canonical: ${http.publicUrl}/.well-known/security.txt`,
      '',
    ].join('\n')
  })
}
