import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Received {
  path: string
  headers: Record<string, string>
  body: string
  status: number
}

export interface StandInHub {
  url: string
  received: Received[]
  /** Statuses of the next responses; 200 when the list is empty. */
  responses: number[]
  close(): Promise<void>
}

/** A server recording webhooks in the hub's place. */
export async function startStandInHub(port = 0): Promise<StandInHub> {
  const received: Received[] = []
  const responses: number[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const status = responses.shift() ?? 200
    received.push({
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      status,
    })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
