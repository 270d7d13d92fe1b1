import http from 'node:http'
import https from 'node:https'
import type { SandboxContext } from '../platform/context.ts'
import type { WebhookDelivery } from './emulator.ts'

/** A webhook waiting for its next delivery attempt. Every attempt is signed anew. */
interface QueuedWebhook {
  eventId: string
  body: string
  isForged: boolean
  /** Age of the signature. Only replays of a captured webhook have one. */
  ageMs?: number
  attempts: number
  nextTryAt: number
}

export interface SignedRequest {
  headers: Record<string, string>
  body: string
}

export interface WebhookQueueOptions {
  provider: string
  /** The hub's path for this provider. */
  path: string
  /** Real-time delays before the second, third… attempt. After the last one the webhook is dropped. */
  retryDelaysMs: readonly number[]
  sign(webhook: Pick<QueuedWebhook, 'body' | 'isForged'>, signedAtMs: number): SignedRequest
  isAcknowledged(status: number): boolean
  onFinished(webhook: QueuedWebhook, isDelivered: boolean): void
}

export interface WebhookQueue {
  send(webhook: { eventId: string; body: string }, delivery: WebhookDelivery): void
  save(): QueuedWebhook[]
  load(saved: QueuedWebhook[]): void
  close(): void
}

/** A provider's days of retries compressed into minutes, because the hub may be killed and started again. */
export const compressedRetryDelaysMs: readonly number[] = [
  200,
  500,
  1_000,
  2_000,
  4_000,
  8_000,
  15_000,
  30_000,
  ...Array.from({ length: 15 }, () => 60_000),
]

const RESPONSE_TIMEOUT_MS = 15_000

export function createWebhookQueue(
  { now, pace, hubUrl, record }: Pick<SandboxContext, 'now' | 'pace' | 'hubUrl' | 'record'>,
  { provider, path, retryDelaysMs, sign, isAcknowledged, onFinished }: WebhookQueueOptions,
): WebhookQueue {
  const client = createHttpClient()
  const queue = new Map<QueuedWebhook, NodeJS.Timeout | undefined>()
  let isClosed = false

  const schedule = (webhook: QueuedWebhook) => {
    const waitMs = webhook.nextTryAt - now()
    queue.set(webhook, waitMs > 0 ? setTimeout(() => void attempt(webhook), waitMs) : undefined)
    if (waitMs <= 0) void attempt(webhook)
  }

  const attempt = async (webhook: QueuedWebhook) => {
    const isDelivered = await deliver(webhook)
    if (isClosed) return
    webhook.attempts += 1
    const retryDelayMs = retryDelaysMs[webhook.attempts - 1]
    const isSentOnce = webhook.isForged || webhook.ageMs !== undefined
    if (isDelivered || isSentOnce || retryDelayMs === undefined) {
      queue.delete(webhook)
      onFinished(webhook, isDelivered)
    } else {
      webhook.nextTryAt = now() + retryDelayMs / pace
      schedule(webhook)
    }
  }

  const deliver = async (webhook: QueuedWebhook): Promise<boolean> => {
    try {
      const request = sign(webhook, now() - (webhook.ageMs ?? 0))
      return isAcknowledged(await client.post(`${hubUrl}${path}`, request))
    } catch {
      return false // The hub is down or slow: retry.
    }
  }

  return {
    send(webhook, { deliveries, delayMs, webhook: mode, ageMs }) {
      if (mode === 'drop') return
      if (mode === 'send') record({ kind: 'event', provider, body: webhook.body })
      for (let copy = 0; copy < deliveries; copy += 1) {
        schedule({ ...webhook, isForged: mode === 'forge', ageMs, attempts: 0, nextTryAt: now() + delayMs })
      }
    },
    save: () => [...queue.keys()],
    load: (saved) => {
      for (const webhook of saved) schedule({ ...webhook })
    },
    close: () => {
      isClosed = true
      for (const timer of queue.values()) clearTimeout(timer)
      client.close()
    },
  }
}

/** A minimal client with keep-alive: benchmarks send thousands of webhooks, and `fetch` costs twice as much. */
function createHttpClient() {
  const options = { keepAlive: true, maxSockets: 32 }
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
  return {
    /** @returns the response status. @throws Error  when the connection fails or times out */
    post: (url: string, { headers, body }: SignedRequest): Promise<number> =>
      new Promise((resolve, reject) => {
        const isSecure = url.startsWith('https:')
        const request = (isSecure ? https : http).request(url, {
          method: 'POST',
          agent: agents[isSecure ? 'https:' : 'http:'],
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          timeout: RESPONSE_TIMEOUT_MS,
        })
        request.on('timeout', () => request.destroy(new Error(`No response in ${RESPONSE_TIMEOUT_MS} ms`)))
        request.on('error', reject)
        request.on('response', (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
          response.on('error', reject)
        })
        request.end(body)
      }),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
