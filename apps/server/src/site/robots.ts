import { interfaceLanguages } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import { type Catalogue, type Content, listedGames } from '../catalogue/index.ts'
import type { Config } from '../config.ts'

const hidden = [
  '/api/',
  '/session/',
  '/auth/',
  '/payments/',
  '/transactions',
  '/settings',
  '/unauthorized',
  '/loader',
]

/** What search engines read first. */
export function registerRobots(app: FastifyInstance, { http }: Config, catalogue: Catalogue): void {
  app.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8')
    return [
      'User-agent: *',
      ...hidden.map((path) => `Disallow: ${path}`),
      `Sitemap: ${http.publicUrl}/sitemap.xml`,
      '',
    ].join('\n')
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    reply.type('application/xml; charset=utf-8')
    const urls = pagesOf(catalogue.content()).flatMap((addressIn) => entries(http.publicUrl, addressIn))
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  })
}

type AddressIn = (language: string) => string

/** Every page for everybody, as the address that it calls its own in a language. */
function pagesOf(content: Content): AddressIn[] {
  const games = listedGames(content)
  const open = games.filter(({ game }) => !game.inDevelop)
  const documents = [...new Set(content.documents.map(({ name }) => name))]
  const inPath = ['', ...open.map(({ id }) => `${id}/`)]
  const inQuery = [
    '/prices/',
    ...games.map(({ id }) => `/prices/${id}/`),
    ...documents.map((name) => `/docs/${name}.html`),
  ]
  return [
    ...inPath.map(
      (path): AddressIn =>
        (language) =>
          `/games/${language}/${path}`,
    ),
    ...inQuery.map(
      (path): AddressIn =>
        (language) =>
          `${path}?locale=${language}`,
    ),
  ]
}

/** One for each language; each names all of them. */
function entries(origin: string, addressIn: AddressIn): string[] {
  const link = (hreflang: string, language: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${addressIn(language)}"/>`
  const alternates = [...interfaceLanguages.map((one) => link(one, one)), link('x-default', 'en')].join('')
  return interfaceLanguages.map(
    (language) => `<url><loc>${origin}${addressIn(language)}</loc>${alternates}</url>`,
  )
}
