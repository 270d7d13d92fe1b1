import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { transact } from '../../platform/database/database.ts'
import { copyContent } from '../../testing/content-copy.ts'
import type { TestHub } from '../../testing/test-hub.ts'
import { insertPaid, paidOrder } from './paid-order.ts'

/** A message as it came over the wire. */
export type Told = {
  project: string
  id: string
  headers: IncomingHttpHeaders
  raw: string
  body: { type: string; data: Record<string, unknown> & { paymentId: string; playerId: string } }
}
export type Answer = { status: number; headers?: Record<string, string> }

const fine: Answer = { status: 200 }

/**
 * The servers of two games on one port; a test decides what they answer, and when.
 * @param options.lines  More lines for the file of each project.
 */
export async function startGameServer(options: { lines?: string } = {}) {
  const told: Told[] = []
  const taken: Told[] = []
  let answer: (message: Told) => Answer | Promise<Answer> = () => fine
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const project = request.url?.slice(1) ?? ''
    const id = String(request.headers['webhook-id'])
    const message: Told = { project, id, headers: request.headers, raw, body: JSON.parse(raw) }
    told.push(message)
    const { status, headers } = await answer(message)
    if (status === 200) taken.push(message)
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pointHere = (project: string) => (yaml: string) =>
    `${yaml.replace(/^webhookUrl: .*$/m, `webhookUrl: ${url}/${project}`)}\n${options.lines ?? ''}\n`

  return {
    /** For the hub that talks to this server. */
    env: {
      CONTENT_DIR: copyContent({
        islandm3: pointHere('islandm3'),
        familytown: pointHere('familytown'),
      }),
    },
    /** Everything that came, oldest first. */
    told,
    /** What was answered with 200, oldest first. */
    taken,
    answerBy(next: (message: Told) => Answer | Promise<Answer>): void {
      answer = next
    },
  }
}

/** An order that was paid a moment ago, with its purchase and its webhook. @returns  the webhook's id */
export async function filePaid(
  { context: { db, jobs }, clock }: TestHub,
  playerId: string,
  project = 'islandm3',
): Promise<string> {
  const order = paidOrder(playerId, project, clock.now())
  return transact(db, (tx) => insertPaid(tx, jobs, order))
}
