import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import { registerBrandLockups } from './brand-lockup.ts'
import { isApiPath } from './error-page.ts'
import { registerPlaceholders } from './files/placeholder-pictures.ts'
import { registerSdkFiles } from './files/sdk-files.ts'
import { registerStaticFiles } from './files/static-files.ts'
import type { SiteConfig } from './headers.ts'
import { registerLanguageFiles } from './language-files.ts'
import { registerManifest } from './manifest.ts'
import { pageMetadata } from './pages/metadata.ts'
import { type Pages, redirect } from './pages/page-responses.ts'
import { readRecognisedLanguage } from './pages/preferences.ts'
import { registerRobots } from './robots.ts'
import { registerSecurityContact } from './security-contact.ts'

type Deps = { config: SiteConfig; catalogue: Catalogue; pages: Pages }

/** Adds pages, their assets, the operator's files, sitemap, robots and manifest. */
export async function registerSite(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, catalogue, pages } = deps
  registerBrandLockups(app, config, catalogue)
  registerPlaceholders(app, catalogue)
  await registerStaticFiles(app, config, () => catalogue.getBrand())
  registerLanguageFiles(app, catalogue, config.http.publicUrl)
  registerRobots(app, config, catalogue)
  registerManifest(app, catalogue, pages.getHost)
  registerSecurityContact(app, config, catalogue)
  registerSdkFiles(app)
  registerPages(app, deps)
  app.get('/favicon.ico', (request, reply) => {
    const { tenant } = pages.getHost(request.headers.host)
    const page = { kind: 'default', language: 'en', tenant, url: '' } as const
    return reply.redirect(pageMetadata(catalogue.content(), page).faviconImage)
  })
}

function registerPages(app: FastifyInstance, { catalogue, pages }: Deps): void {
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    pages.send(request, reply, pages.find(request))
  const redirectToCatalogue = (request: FastifyRequest, reply: FastifyReply) => {
    const language = readRecognisedLanguage(request, catalogue.content().languages)
    return redirect(request, reply, `/games/${language}/`)
  }

  app.get('/', redirectToCatalogue)
  for (const path of ['/games/:lng/', '/games/:lng/:projectName/']) {
    app.get(path, (request, reply) => {
      const page = pages.find(request)
      return page ? pages.send(request, reply, page) : redirectToCatalogue(request, reply)
    })
  }
  for (const path of ['/prices', '/prices/:project', '/docs/:file', '/session/login']) app.get(path, sendPage)
  app.get('/*', (request, reply) =>
    isApiPath(request.url) ? reply.callNotFound() : sendPage(request, reply),
  )
}
