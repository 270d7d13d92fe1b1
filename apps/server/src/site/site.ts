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
import { isDraftUrl } from './pages/draft-links.ts'
import type { Drafts } from './pages/drafts.ts'
import { pageMetadata } from './pages/metadata.ts'
import { type Pages, redirect } from './pages/page-responses.ts'
import { readRecognisedLanguage } from './pages/preferences.ts'
import { registerRobots } from './robots.ts'
import { registerSecurityContact } from './security-contact.ts'
import { registerShareImages } from './share-images/share-image-route.ts'

type Deps = {
  config: SiteConfig
  catalogue: Catalogue
  pages: Pages
  drafts: Drafts
  /** @throws Refusal when no preview has this link */
  expectPreview(label: string): Promise<void>
}

/** Adds pages, their assets, the operator's files, sitemap, robots and manifest. */
export async function registerSite(app: FastifyInstance, deps: Deps): Promise<void> {
  const { config, catalogue, pages } = deps
  registerBrandLockups(app, catalogue)
  registerPlaceholders(app, catalogue)
  registerShareImages(app, catalogue, config.dataDir)
  await registerStaticFiles(app, catalogue, deps.drafts.sendPicture)
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

function registerPages(app: FastifyInstance, { catalogue, pages, drafts, expectPreview }: Deps): void {
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    isDraftUrl(request.url)
      ? drafts.sendPage(request, reply)
      : pages.send(request, reply, pages.find(request))
  const redirectToCatalogue = (request: FastifyRequest, reply: FastifyReply) => {
    const language = readRecognisedLanguage(request, catalogue.content().languages)
    return redirect(request, reply, `/games/${language}/`)
  }

  app.get('/', redirectToCatalogue)
  for (const path of ['/games/:lng/', '/games/:lng/:projectName/']) {
    app.get(path, (request, reply) => {
      const page = pages.find(request)
      return page ? sendPage(request, reply) : redirectToCatalogue(request, reply)
    })
  }
  app.get<{ Params: { preview: string } }>('/developers/previews/:preview', async (request, reply) => {
    await expectPreview(request.params.preview)
    return sendPage(request, reply)
  })
  for (const path of ['/prices', '/prices/:project', '/docs/:file', '/session/login']) app.get(path, sendPage)
  app.get('/*', (request, reply) =>
    isApiPath(request.url) ? reply.callNotFound() : sendPage(request, reply),
  )
}
