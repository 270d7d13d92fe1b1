import type { FastifyReply } from 'fastify'
import { getDomain } from 'tldts'
import { type GameHosting, toGameUrl } from '../platform/game-hosting.ts'
import type { HubOrigins } from './headers.ts'

/** True when games run below the hub's domain. A service worker could answer tabs that seem to be the hub's. */
export function sharesSite(hosting: GameHosting, { publicUrl }: HubOrigins): boolean {
  const hub = new URL(publicUrl).hostname
  const games = new URL(toGameUrl(hosting, 'game')).hostname
  const domain = getDomain(hub)
  return games.endsWith(`.${hub}`) || (domain !== null && domain === getDomain(games))
}

/** Browsers compare a worker's script at each navigation: this one takes the place of an earlier one and removes itself. */
const removal = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()))
`

/** A 404 would leave the browser's worker in place. */
export function sendWorkerRemoval(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/javascript; charset=utf-8').send(removal)
}
