import type { FastifyInstance } from 'fastify'
import { apiDocsPolicy, renderApiDocs } from './docs-page.ts'
import { describeApi } from './openapi.ts'

/** The API tells what it is: `/openapi.json` for programs, `/docs` for people. Both are made when first asked for. */
export function registerOpenApiRoutes(scope: FastifyInstance, publicUrl: string): void {
  let json: string | undefined
  let page: string | undefined
  const described = () => describeApi(publicUrl)

  scope.get('/openapi.json', async (_request, reply) => {
    json ??= JSON.stringify(described())
    return reply
      .type('application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .send(json)
  })
  scope.get('/docs', async (_request, reply) => {
    page ??= renderApiDocs(described())
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': apiDocsPolicy,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'public, max-age=300',
      })
      .send(page)
  })
}
