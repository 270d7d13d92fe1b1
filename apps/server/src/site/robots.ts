import { interfaceLanguages } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import { type Catalogue, listedGames } from '../catalogue/index.ts'
import type { Config } from '../config.ts'

/** What search engines read first. */
export function registerRobots(app: FastifyInstance, { http }: Config, catalogue: Catalogue): void {
  app.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8')
    const hidden = ['/api/', '/session/', '/auth/', '/payments/', '/transactions', '/unauthorized', '/loader']
    return [
      'User-agent: *',
      ...hidden.map((path) => `Disallow: ${path}`),
      `Sitemap: ${http.publicUrl}/sitemap.xml`,
      '',
    ].join('\n')
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    reply.type('application/xml; charset=utf-8')
    const games = listedGames(catalogue.content()).filter(({ game }) => !game.inDevelop)
    const paths = ['', ...games.map(({ id }) => `${id}/`)]
    const urls = paths.flatMap((path) =>
      interfaceLanguages.map((language) => entry(http.publicUrl, path, language)),
    )
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  })
}

function entry(origin: string, path: string, language: string): string {
  const at = (one: string) => `${origin}/games/${one}/${path}`
  const alternates = interfaceLanguages.map(
    (one) => `<xhtml:link rel="alternate" hreflang="${one}" href="${at(one)}"/>`,
  )
  return `<url><loc>${at(language)}</loc>${alternates.join('')}</url>`
}
