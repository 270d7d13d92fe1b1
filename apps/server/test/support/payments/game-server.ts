import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { onTestFinished } from 'vitest'
import { transact } from '../../../src/platform/database/database.ts'
import { copyContent } from '../content-copy.ts'
import { test as hubTest } from '../hub-test.ts'
import type { HubOptions, TestHub } from '../test-hub.ts'
import { insertPaid, paidOrder } from './paid-order.ts'

/** A message as received. */
export type ReceivedWebhook = {
  project: string
  id: string
  headers: IncomingHttpHeaders
  raw: string
  body: { type: string; data: Record<string, unknown> & { paymentId: string; playerId: string } }
}
type GameResponse = { status: number; headers?: Record<string, string>; text?: string }

const ok: GameResponse = { status: 200 }

/** `test` with a hub sending its webhooks to `game`. */
export const gameServerTest = hubTest
  .extend('game', () => startGameServer())
  .extend('hubOptions', ({ game }): HubOptions => ({ env: game.env }))

/**
 * Two games' servers on one port; a test decides their responses.
 * @param options.lines  Added to each project's YAML.
 */
export async function startGameServer(options: { lines?: string } = {}) {
  const received: ReceivedWebhook[] = []
  const accepted: ReceivedWebhook[] = []
  let respond: (message: ReceivedWebhook) => GameResponse | Promise<GameResponse> = () => ok
  const { url, close } = await startLocalServer(async (request, response) => {
    const raw = await text(request)
    const project = request.url?.slice(1) ?? ''
    const id = String(request.headers['webhook-id'])
    const message: ReceivedWebhook = { project, id, headers: request.headers, raw, body: JSON.parse(raw) }
    received.push(message)
    const { status, headers, text: body } = await respond(message)
    if (status === 200) accepted.push(message)
    response.writeHead(status, headers).end(body)
  })
  onTestFinished(close)
  const pointHere = (project: string) => (yaml: string) =>
    `${yaml.replace(/^webhookUrl: .*$/m, `webhookUrl: ${url}/${project}`)}\n${options.lines ?? ''}\n`

  return {
    close,
    /** Makes a hub send its webhooks here. */
    env: {
      CONTENT_DIR: copyContent({
        islandm3: pointHere('islandm3'),
        familytown: pointHere('familytown'),
      }),
    },
    /** Everything received, oldest first. */
    received,
    /** Webhooks answered by a 200, oldest first. */
    accepted,
    respondWith(next: (message: ReceivedWebhook) => GameResponse | Promise<GameResponse>): void {
      respond = next
    },
  }
}

/** Files a paid order with its purchase and webhook. @returns  the webhook's id */
export async function filePaid(
  { context, clock }: TestHub,
  playerId: string,
  project = 'islandm3',
): Promise<string> {
  const order = paidOrder(playerId, project, clock.now())
  return transact(context.db, (tx) => insertPaid(tx, context, order))
}
