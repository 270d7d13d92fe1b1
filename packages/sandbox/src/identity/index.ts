import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendAsset, serveFiles } from '../pages/assets.ts'
import { escapeHtml } from '../pages/html.ts'
import type { Keeper, Place } from '../platform/context.ts'
import { apple } from './apple/index.ts'
import { identityControlRoutes } from './control.ts'
import { facebook } from './facebook/index.ts'
import { google } from './google/index.ts'
import { serveOperations } from './http.ts'
import { findPersona } from './personas.ts'
import { openGround } from './provider.ts'
import { createSwitches } from './switches.ts'
import { telegram } from './telegram/index.ts'
import { vk } from './vk/index.ts'
import { yandex } from './yandex/index.ts'

export interface IdentitySandbox {
  keeper: Keeper
  /** What a fault of the frozen control API may name. */
  names: string[]
  routes(app: FastifyInstance): void
}

/** Six companies that say who somebody is, each under a prefix of its own. */
export function openIdentity(place: Place): IdentitySandbox {
  const switches = createSwitches()
  const ground = (provider: { name: string; prefix: string }) => openGround(place, switches, provider)
  const openedApple = apple.open(ground(apple), place.changed)
  const providers = [
    google.open(ground(google)),
    openedApple,
    vk.open(ground(vk)),
    yandex.open(ground(yandex)),
    telegram.open(ground(telegram)),
    facebook.open(ground(facebook)),
  ]
  return {
    keeper: openedApple.keeper,
    names: providers.map(({ name }) => name),
    routes(app) {
      for (const provider of providers) serveOperations(app, provider, place.faults)
      identityControlRoutes(app, { providers, apple: openedApple, switches })
      assetRoutes(app)
    },
  }
}

function assetRoutes(app: FastifyInstance): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/identity/page.css': 'page.css',
    '/identity/submit.js': 'submit.js',
  })
  serveFiles(app, join(import.meta.dirname, 'telegram/browser'), {
    '/telegram/js/telegram-widget.js': 'telegram-widget.js',
    '/telegram/js/tell-opener.js': 'tell-opener.js',
  })
  app.get<{ Params: { name: string } }>('/identity/pictures/:name', (request, reply) => {
    const persona = findPersona(request.params.name.replace(/\.svg$/, ''))
    return sendAsset(reply, 'image/svg+xml', picture(persona?.givenName[0] ?? '?'))
  })
}

function picture(letter: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#34507a"/><text x="50" y="66" font-family="sans-serif" font-size="48" fill="#fff" text-anchor="middle">${escapeHtml(letter)}</text></svg>
`
}
