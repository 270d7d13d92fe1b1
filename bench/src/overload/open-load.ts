/**
 * Worker thread for requests at a fixed rate regardless of response time, like many independent clients. A load
 * generator with a fixed connection count slows down with the server and so hides an overload.
 */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export type OpenLoad = {
  port: number
  perSecond: number
  seconds: number
  /** Client timeout. */
  deadlineMs: number
  method: 'GET' | 'POST'
  /** `#` becomes the request number. */
  path: string
  headers: Record<string, string>
  body?: string
  /** Number of source IPs in 127.0.0.0/8. */
  addresses: number
}

export type OpenLoadResult = {
  /** 2xx responses per second, within the deadline and before the load ended. */
  goodPerSecond: number
  /** Counts by status; `late` and `failed` for requests without one. */
  outcomes: Record<string, number>
  /** p99 latency in ms for good responses. */
  p99Ms: number
}

const load = workerData as OpenLoad
const tickMs = 10
/** The number a proxy would open; further requests fail. */
const maxOpen = 4000
const agent = new Agent({ keepAlive: true, maxFreeSockets: 256 })
const outcomes: Record<string, number> = {}
const latencies: number[] = []
const startedAt = performance.now()
let sent = 0
let open = 0
let good = 0

function send(): void {
  const { port, method, path, body, deadlineMs, addresses } = load
  const number = sent++
  if (open >= maxOpen) {
    outcomes.failed = (outcomes.failed ?? 0) + 1
    return
  }
  const sentAt = performance.now()
  let isDone = false
  open += 1
  const finish = (outcome: string) => {
    if (isDone) return
    isDone = true
    open -= 1
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    if (!outcome.startsWith('2')) return
    const now = performance.now()
    latencies.push(now - sentAt)
    if (now - startedAt <= load.seconds * 1000) good += 1
  }
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path: path.replace('#', String(number)),
    localAddress: `127.0.1.${1 + (number % addresses)}`,
    headers: { ...load.headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
  })
  const timer = setTimeout(() => {
    finish('late')
    outgoing.destroy()
  }, deadlineMs)
  outgoing.on('response', (response) => {
    response.resume()
    response.on('end', () => {
      clearTimeout(timer)
      finish(String(response.statusCode))
    })
  })
  outgoing.on('error', () => {
    clearTimeout(timer)
    finish('failed')
  })
  outgoing.end(body)
}

const ticking = setInterval(() => {
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const due = Math.min(elapsedSeconds, load.seconds) * load.perSecond
  while (sent < due) send()
  if (elapsedSeconds < load.seconds || open > 0) return
  clearInterval(ticking)
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const result: OpenLoadResult = {
    goodPerSecond: good / load.seconds,
    outcomes,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? Number.POSITIVE_INFINITY,
  }
  parentPort?.postMessage(result)
}, tickMs)
