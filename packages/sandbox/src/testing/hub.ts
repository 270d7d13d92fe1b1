import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Received {
  path: string
  headers: Record<string, string>
  body: string
  answered: number
}

export interface StandInHub {
  url: string
  received: Received[]
  /** Statuses for the next webhooks, in order; 200 when there are none left. */
  answers: number[]
  close(): Promise<void>
}

/** Stands where the hub would: takes webhooks and writes them down. */
export async function startStandInHub(port = 0): Promise<StandInHub> {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const answered = answers.shift() ?? 200
    received.push({
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      answered,
    })
    response.writeHead(answered).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
