import type { InterfaceLanguage } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import { pageMetadata } from './pages/metadata.ts'
import { readLanguage } from './pages/preferences.ts'
import type { HostInfo } from './pages/tenants.ts'

/** The page background in the dark theme, used when the settings have no `backgroundColor`. */
const defaultBackground = '#0f1220'

/** The web app manifest, with which a browser can install the hub. */
export function registerManifest(
  app: FastifyInstance,
  catalogue: Catalogue,
  getHost: (host: string | undefined) => HostInfo,
): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache')
    return manifest(
      catalogue,
      readLanguage(request, catalogue.content().languages),
      getHost(request.headers.host),
    )
  })
}

function manifest(catalogue: Catalogue, language: InterfaceLanguage, { tenant, origin }: HostInfo) {
  const content = catalogue.content()
  const page = pageMetadata(content, { kind: 'catalogue', language, tenant, url: origin })
  const { backgroundColor } = content.hub.settings
  const colour = typeof backgroundColor === 'string' && backgroundColor ? backgroundColor : defaultBackground
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/main_images/${file}`,
    sizes: `${size}x${size}`,
    type: file.endsWith('.webp') ? 'image/webp' : 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: page.ogSiteName,
    short_name: page.ogSiteName,
    description: page.description,
    lang: language,
    dir: 'ltr',
    start_url: `/games/${language}/`,
    scope: '/',
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    categories: ['games', 'entertainment'],
    icons: [
      // Every first visit fetches this one, so it is WebP.
      icon('icon-192.webp', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  }
}
