import { catalogueQuery, type OfferedLanguages } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import { type Catalogue, type Content, listCatalogueGenres, listedGames } from '../catalogue/index.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import { teamDocPaths } from './team-docs/team-docs.ts'

const disallowed = [
  '/api/',
  '/session/',
  '/auth/',
  '/payments/',
  '/transactions',
  '/settings',
  '/unauthorized',
  '/loader',
  '/developers/previews/',
]

/** More specific than the disallowed folder. URLs with a hub session's parameters stay disallowed. */
const allowed = ['/session/login$', '/session/login?locale=']

/** Adds `/robots.txt` and `/sitemap.xml`. */
export function registerRobots(app: FastifyInstance, { http }: HubConfig, catalogue: Catalogue): void {
  app.get('/robots.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8')
    return [
      'User-agent: *',
      ...allowed.map((path) => `Allow: ${path}`),
      ...disallowed.map((path) => `Disallow: ${path}`),
      `Sitemap: ${http.publicUrl}/sitemap.xml`,
      '',
    ].join('\n')
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    reply.type('application/xml; charset=utf-8')
    const { languages } = catalogue.content()
    const urls = [
      ...listPages(catalogue.content()).flatMap((pathIn) => entries(http.publicUrl, pathIn, languages)),
      ...['/session/login', ...teamDocPaths].map((path) => `<url><loc>${http.publicUrl}${path}</loc></url>`),
    ]
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls.join('\n')}\n</urlset>\n`
  })
}

type PathIn = (language: string) => string

/** The canonical path of every public page with a URL in each language. */
function listPages(content: Content): PathIn[] {
  const games = listedGames(content)
  const open = games.filter(({ game }) => !game.inDevelop)
  const documents = [...new Set(content.documents.map(({ name }) => name))]
  const genres = listCatalogueGenres(content)
  const pagesWithLanguageInPath = [
    '',
    ...genres.map((genre) => catalogueQuery({ genre })),
    ...open.map(({ id }) => `${id}/`),
  ]
  const pagesWithLocaleParameter = [
    '/prices/',
    ...games.map(({ id }) => `/prices/${id}/`),
    ...documents.map((name) => `/docs/${name}.html`),
  ]
  return [
    ...pagesWithLanguageInPath.map(
      (path): PathIn =>
        (language) =>
          `/games/${language}/${path}`,
    ),
    ...pagesWithLocaleParameter.map(
      (path): PathIn =>
        (language) =>
          `${path}?locale=${language}`,
    ),
  ]
}

/** One entry for each language, each with links to all languages. */
function entries(origin: string, pathIn: PathIn, offered: OfferedLanguages): string[] {
  const { languages, defaultLanguage } = offered
  const link = (hreflang: string, language: string) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${pathIn(language)}"/>`
  const alternates = [
    ...languages.map((language) => link(language, language)),
    link('x-default', defaultLanguage),
  ].join('')
  return languages.map((language) => `<url><loc>${origin}${pathIn(language)}</loc>${alternates}</url>`)
}
