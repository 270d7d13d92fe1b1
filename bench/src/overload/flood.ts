/** Worker thread to keep many connections busy with uncached pages, from one IP. */
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type Flood = { port: number; connections: number; localAddress: string }

const { port, connections, localAddress } = workerData as Flood
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const responses: Record<string, number> = {}
let count = 0
let isOver = false

function ask(): void {
  if (isOver) return
  const path = `/games/en/?search=text${count++}`
  get(
    { host: '127.0.0.1', port, path, agent, localAddress, headers: { accept: 'text/html' } },
    (response) => {
      note(String(response.statusCode))
      response.resume()
      response.on('close', ask)
    },
  ).on('error', () => {
    note('refused')
    setTimeout(ask, 10)
  })
}

function note(outcome: string): void {
  responses[outcome] = (responses[outcome] ?? 0) + 1
}

parentPort?.on('message', () => {
  isOver = true
  agent.destroy()
  parentPort?.postMessage(responses)
  parentPort?.close()
})
for (let connection = 0; connection < connections; connection++) ask()
