import Fastify, { type FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type Catalogue, openCatalogue } from '../../catalogue/index.ts'
import { readConfig } from '../../config.ts'
import { registerErrorHandlers } from '../../platform/http/problems.ts'
import { createLog } from '../../platform/observability/log.ts'
import { createFrontDoor, type FrontDoor, type PageRenderer, registerSite, sendHtmlError } from '../index.ts'

/** The web's own sources render: no build is needed. */
const entry = new URL('../../../../web/src/entry-server.tsx', import.meta.url).pathname

const asset = (url: string) => ({ url, bytes: 1, brotliBytes: 1 })
const assets = {
  boot: asset('/assets/boot.js'),
  client: asset('/assets/client.js'),
  css: [asset('/assets/client.css')],
  fontFacesCss: '@font-face{}',
  criticalCss: 'h1{color:red}',
  fonts: {
    ru: { text: '/assets/cyrillic.woff2', headings: '/assets/cyrillic-headings.woff2' },
    en: { text: '/assets/latin.woff2', headings: '/assets/latin-headings.woff2' },
  },
}

/**
 * The site alone, at `http://hub.test`: its pages need no database.
 * @param contentDir  Default: the content of this repository.
 */
export async function openSite(
  env: Record<string, string> = {},
  renderer?: PageRenderer,
): Promise<FastifyInstance> {
  return (await openWholeSite(env, renderer)).app
}

/** The site with what stands behind it and before it. */
export async function openWholeSite(
  env: Record<string, string> = {},
  renderer?: PageRenderer,
): Promise<{ app: FastifyInstance; catalogue: Catalogue; frontDoor: FrontDoor }> {
  const config = readConfig({
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'http://hub.test',
    CONTENT_DIR: new URL('../../../../../content', import.meta.url).pathname,
    ...env,
  })
  const { publicUrl } = config.http
  const placeholders = { PUBLIC_URL: publicUrl, GAMES_URL: 'http://games.test', SANDBOX_URL: '' }
  const catalogue = openCatalogue({ dir: config.contentDir, placeholders, log: createLog('silent') })
  const { render } = await import(entry)
  const frontDoor = createFrontDoor(() => false)
  const { serverFactory } = frontDoor
  const app = Fastify({ serverFactory, routerOptions: { ignoreTrailingSlash: true } })
  registerErrorHandlers(app, sendHtmlError)
  await registerSite(app, {
    config,
    catalogue,
    frontDoor,
    renderer: renderer ?? ((request) => render({ ...request, assets })),
  })
  onTestFinished(() => app.close())
  return { app, catalogue, frontDoor }
}
