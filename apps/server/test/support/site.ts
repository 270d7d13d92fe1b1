import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type Catalogue, openCatalogue } from '../../src/catalogue/catalogue.ts'
import { folderSource } from '../../src/catalogue/versions/content-source.ts'
import { readConfig } from '../../src/config.ts'
import { setBaseHeaders } from '../../src/platform/http/base-headers.ts'
import { serveCachedResponses } from '../../src/platform/http/cached-responses/cached-response.ts'
import { createResponseCache } from '../../src/platform/http/cached-responses/response-cache.ts'
import { registerErrorHandlers } from '../../src/platform/http/problems.ts'
import { createRequestCounter, createRequestLimits } from '../../src/platform/limits/request-limits.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import {
  createDraftLinks,
  createDrafts,
  createPages,
  htmlErrorSender,
  type PageRenderer,
  registerSite,
} from '../../src/site/index.ts'
import { type TestClock, testClock } from './test-clock.ts'

/** Renders from the web client's sources, so no build is needed. */
const entry = new URL('../../../web/src/entry-server.tsx', import.meta.url).pathname

const asset = (url: string) => ({ url, bytes: 1, brotliBytes: 1 })
const assets = {
  boot: asset('/assets/boot.js'),
  client: asset('/assets/client.js'),
  css: [asset('/assets/client.css')],
  fontFacesCss: '@font-face{}',
  criticalRules: [{ within: [], css: 'h1{color:red}', selectors: [[]] }],
  fonts: {
    cyrillic: { text: '/assets/cyrillic.woff2', headings: '/assets/cyrillic-headings.woff2' },
    latin: { text: '/assets/latin.woff2', headings: '/assets/latin-headings.woff2' },
  },
}

export const renderFromSources: PageRenderer = async (request) => {
  const { render } = await import(entry)
  return render({ ...request, assets })
}

type OpenSite = { app: FastifyInstance; catalogue: Catalogue; clock: TestClock }

/** The site alone, at `http://hub.test`; its pages need no database. */
export async function openSite(
  env: Record<string, string> = {},
  renderer?: PageRenderer,
): Promise<FastifyInstance> {
  return (await openSiteWithCatalogue(env, renderer)).app
}

export async function openSiteWithCatalogue(
  env: Record<string, string> = {},
  renderer = renderFromSources,
): Promise<OpenSite> {
  const config = readConfig({
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'http://hub.test',
    CONTENT_DIR: new URL('../../../../content', import.meta.url).pathname,
    ...env,
  })
  const { publicUrl } = config.http
  const placeholders = {
    PUBLIC_URL: publicUrl,
    GAMES_URL: env.GAMES_URL ?? 'http://games.test',
    SANDBOX_URL: '',
  }
  const catalogue = openCatalogue({
    source: folderSource(config.contentDir),
    placeholders,
    log: createLog('silent'),
  })
  const clock = testClock('2026-11-25T12:00:00Z')
  const cache = createResponseCache(clock)
  catalogue.onChange(() => cache.clear())
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  const limit = createRequestLimits(false, null)('pages', config.http.pageRendersPerMinute)
  const pages = createPages({
    config,
    catalogue,
    clock,
    cache,
    listPopular: () => [],
    readScores: async () => ({ boards: [], top: [], achievements: [] }),
    findOrderProject: async () => undefined,
    renderer,
    countRendering: await createRequestCounter(app, limit),
  })
  serveCachedResponses(app, pages.findCached)
  setBaseHeaders(app, publicUrl)
  registerErrorHandlers(app, htmlErrorSender(catalogue, config.mode))
  const links = createDraftLinks('secret', publicUrl, () => catalogue.content().languages)
  const none = async () => undefined
  const drafts = createDrafts({ config, clock, links, pages, readSite: none, readPicture: none })
  await registerSite(app, { config, catalogue, pages, drafts, expectPreview: none })
  onTestFinished(() => app.close())
  return { app, catalogue, clock }
}
