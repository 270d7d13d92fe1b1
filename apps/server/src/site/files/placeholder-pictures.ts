import type { FastifyInstance } from 'fastify'
import { type Catalogue, placeholderPrefix, readPlaceholder } from '../../catalogue/index.ts'

/** Serves pictures missing from small projects. */
export function registerPlaceholders(app: FastifyInstance, catalogue: Catalogue): void {
  app.get<{ Params: { project: string } }>(`${placeholderPrefix}:project/:file`, (request, reply) => {
    const project = catalogue.project(request.params.project)
    const svg = project && readPlaceholder(project, request.url, catalogue.content().hub.defaultLanguage)
    if (!svg) return reply.callNotFound()
    return reply
      .headers({
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
      })
      .type('image/svg+xml')
      .send(svg)
  })
}
