import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeHtml, sendAsset, serveFiles } from '../pages/assets.ts'
import type { SandboxContext } from '../platform/context.ts'
import type { Persistent } from '../platform/state-file.ts'
import { apple, openApple } from './apple/index.ts'
import { identityControlRoutes } from './control.ts'
import { facebook, openFacebook } from './facebook/index.ts'
import { google, openGoogle } from './google/index.ts'
import { serveProvider } from './http.ts'
import { findPersona } from './personas.ts'
import { createProviderContext, type ProviderDefinition } from './provider.ts'
import { createProviderFaults } from './provider-faults.ts'
import { openTelegram, telegram } from './telegram/index.ts'
import { openVk, vk } from './vk/index.ts'
import { openYandex, yandex } from './yandex/index.ts'

export interface IdentityProviders {
  readonly state: Persistent
  /** Target names for a control API fault. */
  names: string[]
  routes(app: FastifyInstance): void
}

/** Emulates six identity providers, each under its own URL prefix. */
export function openIdentityProviders(sandbox: SandboxContext): IdentityProviders {
  const faults = createProviderFaults()
  const createContext = (definition: ProviderDefinition) => createProviderContext(sandbox, faults, definition)
  const openedApple = openApple(createContext(apple), sandbox.stateChanged)
  const providers = [
    { ...google, ...openGoogle(createContext(google)) },
    { ...apple, ...openedApple },
    { ...vk, ...openVk(createContext(vk)) },
    { ...yandex, ...openYandex(createContext(yandex)) },
    { ...telegram, ...openTelegram(createContext(telegram)) },
    { ...facebook, ...openFacebook(createContext(facebook)) },
  ]
  return {
    state: openedApple.state,
    names: providers.map(({ name }) => name),
    routes(app) {
      for (const provider of providers) serveProvider(app, provider, sandbox)
      identityControlRoutes(app, { providers, apple: openedApple, faults })
      assetRoutes(app)
    },
  }
}

function assetRoutes(app: FastifyInstance): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/identity/page.css': 'page.css',
    '/identity/return-to-app.js': 'return-to-app.js',
  })
  serveFiles(app, join(import.meta.dirname, 'telegram/browser'), {
    '/telegram/js/telegram-widget.js': 'telegram-widget.js',
    '/telegram/embed/playhub_sandbox_bot': 'embed.html',
    '/telegram/embed.css': 'embed.css',
    '/telegram/js/embed.js': 'embed.js',
  })
  app.get<{ Params: { name: string } }>('/identity/pictures/:name', (request, reply) => {
    const persona = findPersona(request.params.name.replace(/\.svg$/, ''))
    return sendAsset(reply, 'image/svg+xml', picture(persona?.givenName[0] ?? '?'))
  })
}

function picture(initial: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#34507a"/><text x="50" y="66" font-family="sans-serif" font-size="48" fill="#fff" text-anchor="middle">${escapeHtml(initial)}</text></svg>
`
}
