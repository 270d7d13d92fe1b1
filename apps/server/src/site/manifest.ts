import type { InterfaceLanguage } from '@playhub/contract'
import type { FastifyInstance } from 'fastify'
import type { Catalogue } from '../catalogue/index.ts'
import type { HostFacts } from './hosts.ts'
import { pageMetadata } from './metadata.ts'
import { languageOf } from './preferences.ts'

/** The hub's ground at night, where the settings name no `backgroundColor`. */
const nightGround = '#0d0a1c'

/** What a browser asks before it puts the hub among a player's apps. */
export function registerManifest(
  app: FastifyInstance,
  catalogue: Catalogue,
  hostOf: (host: string | undefined) => HostFacts,
): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache')
    return manifest(catalogue, languageOf(request), hostOf(request.headers.host))
  })
}

function manifest(catalogue: Catalogue, language: InterfaceLanguage, { tenant, origin }: HostFacts) {
  const content = catalogue.content()
  const page = pageMetadata(content, { kind: 'catalogue', language, tenant, url: origin })
  const ground = content.hub.settings.backgroundColor
  const colour = typeof ground === 'string' ? ground : nightGround
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
      // Every first visit fetches it, so it is the light one.
      icon('icon-192.webp', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  }
}
