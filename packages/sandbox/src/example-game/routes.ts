import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { POLICY, sendAsset, serveFiles } from '../pages/assets.ts'
import { escapeHtml } from '../pages/html.ts'
import type { Place } from '../platform/context.ts'
import { Problem, read } from '../platform/problem.ts'
import { openPayment } from './hub-server.ts'

const OrderRequest = z.strictObject({
  project: z.string().regex(/^[a-z0-9-]{1,63}$/),
  playerId: z.string().min(1).max(100),
})

/** Where a project that asks for redirects gets its players back: the same page, which then reads its address. */
const ARRIVALS = ['/session/loginDone', '/payments/done', '/unauthorized']

/** A game team's own page, with the hub in it in every way that the hub can be a guest. */
export function exampleGameRoutes(app: FastifyInstance, place: Place): void {
  const folder = join(import.meta.dirname, 'browser')
  const page = readFileSync(join(folder, 'game.html'), 'utf8')
  for (const address of ['/example-game', ...ARRIVALS]) {
    app.get(address, (_request, reply) => {
      const html = page.replaceAll('{{hub}}', escapeHtml(place.hubUrl))
      const { origin } = new URL(place.hubUrl)
      return sendAsset(reply, 'text/html; charset=utf-8', html, `${POLICY}; frame-src ${origin}`)
    })
  }
  serveFiles(app, folder, {
    '/example-game/game.js': 'game.js',
    '/example-game/hub-window.js': 'hub-window.js',
    '/example-game/messages.js': 'messages.js',
    '/example-game/game.css': 'game.css',
  })
  app.post('/example-game/orders', async (request) => {
    const payment = await openPayment(place.hubUrl, read(OrderRequest, request.body))
    if (!payment) throw new Problem(502, 'The hub opened no payment')
    return payment
  })
}
