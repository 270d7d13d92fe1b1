/** A game team's site and server, built from the docs/integrate.md samples. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, startLocalServer } from '@playhub/test-kit/local-server'
import { importSample, sample } from './samples.ts'

export type Webhook = { type: string; data: Record<string, unknown> }
type Receive = (
  request: IncomingMessage,
  response: ServerResponse,
  work: (webhook: Webhook) => void,
) => Promise<void>
export type GameServer = {
  getPlayerId(token: string): Promise<string>
  openPayment(
    playerId: string,
    itemId: string,
    orderId: string,
  ): Promise<{ id: string; url: string; status: string }>
  fetchPayment(id: string): Promise<{ status: string; metadata: Record<string, string> }>
  deliver(playerId: string, give: (itemId: string) => void): Promise<void>
  receiveWebhook: Receive
}

export type GameSite = LocalServer & {
  received: Webhook[]
  /** Loads the samples. Until then, every page is a 404. */
  open(settings: { hubUrl: string; projectKey: string; webhookSecret: string }): Promise<GameServer>
}

const itemId = 'islandm3-hints'

export async function startGameSite(): Promise<GameSite> {
  const received: Webhook[] = []
  let server: GameServer
  let pages: Record<string, [type: string, body: string]> = {}
  let orders = 0

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname } = new URL(request.url ?? '/', 'http://game')
    if (pathname === '/playhub')
      return server.receiveWebhook(request, response, (webhook) => received.push(webhook))
    if (pathname === '/order') {
      const playerId = await server.getPlayerId(request.headers.authorization?.replace('Bearer ', '') ?? '')
      orders += 1
      return response.end(JSON.stringify(await server.openPayment(playerId, itemId, `order-${orders}`)))
    }
    const [type, body] = pages[pathname] ?? ['text/plain', '']
    return response.writeHead(body ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body)
  }
  const http = await startLocalServer((request, response) => {
    respond(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  return {
    ...http,
    received,
    async open({ hubUrl, projectKey, webhookSecret }) {
      Object.assign(process.env, { HUB: hubUrl, PROJECT_KEY: projectKey, WEBHOOK_SECRET: webhookSecret })
      const parts = ['player.mjs', 'payments.mjs', 'webhooks.mjs']
      server = Object.assign({}, ...(await Promise.all(parts.map(importSample))))
      const text = (title: string) => sample(title).replaceAll('http://localhost:3000', hubUrl)
      const page = (title: string) => text(title).replace('\n', '\n<link rel="icon" href="data:,">\n')
      pages = {
        '/': ['text/html', page('messages.html')],
        '/shop': ['text/html', page('shop.html')],
        '/hub.js': ['text/javascript', text('hub.js')],
      }
      return server
    },
  }
}
