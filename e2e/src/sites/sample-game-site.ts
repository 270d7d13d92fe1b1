/** The site and the server of a game team that has copied every sample of docs/integrate.md. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importSample, sample } from './samples.ts'

export type Webhook = { type: string; data: Record<string, unknown> }
type Receive = (
  request: IncomingMessage,
  response: ServerResponse,
  work: (webhook: Webhook) => void,
) => Promise<void>
export type GameServer = {
  playerOf(token: string): Promise<string>
  openPayment(
    playerId: string,
    itemId: string,
    orderId: string,
  ): Promise<{ id: string; url: string; status: string }>
  paymentOf(id: string): Promise<{ status: string; metadata: Record<string, string> }>
  deliver(playerId: string, give: (itemId: string) => void): Promise<void>
  receiveWebhook: Receive
}

export type GameSite = {
  url: string
  heard: Webhook[]
  /** From here on the pages are there, and their server answers. */
  open(world: { hubUrl: string; projectKey: string; webhookSecret: string }): Promise<GameServer>
  close(): Promise<void>
}

const itemId = 'islandm3-hints'

export async function startGameSite(): Promise<GameSite> {
  const heard: Webhook[] = []
  let server: GameServer
  let pages: Record<string, [type: string, body: string]> = {}
  let orders = 0

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname } = new URL(request.url ?? '/', 'http://game')
    if (pathname === '/playhub')
      return server.receiveWebhook(request, response, (webhook) => heard.push(webhook))
    if (pathname === '/order') {
      const playerId = await server.playerOf(request.headers.authorization?.replace('Bearer ', '') ?? '')
      orders += 1
      return response.end(JSON.stringify(await server.openPayment(playerId, itemId, `order-${orders}`)))
    }
    const [type, body] = pages[pathname] ?? ['text/plain', '']
    return response.writeHead(body ? 200 : 404, { 'content-type': `${type}; charset=utf-8` }).end(body)
  }
  const http = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))

  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    heard,
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
    async close() {
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
}
