import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Keeper } from '../platform/context.ts'

/** A webhook the sample game server received, believed or not. */
export interface ReceivedWebhook {
  project: string
  id: string
  timestamp: string
  type: string
  body: unknown
  headers: Record<string, string>
  verified: boolean
  answeredStatus: number
  receivedAt: string
}

interface Behaviour {
  project: string
  status: number
  times: number
}

export interface Inbox extends Keeper {
  /** Files a webhook and tells the status to answer with. */
  receive(project: string, body: string, headers: Record<string, string>): number
  behave(behaviour: Behaviour): void
  /** Newest first. */
  webhooks(project?: string): ReceivedWebhook[]
}

const KEPT = 5000

/** The well-known secret of a demo project's server: only good in the sandbox. */
export function webhookSecret(project: string): string {
  return `whsec_${createHash('sha256').update(`sandbox_${project}`).digest('base64')}`
}

export function createInbox(now: () => number, changed: () => void): Inbox {
  let webhooks: ReceivedWebhook[] = []
  let behaviours: Behaviour[] = []

  const nextStatus = (project: string): number => {
    const behaviour = behaviours.find((candidate) => candidate.project === project)
    if (!behaviour) return 200
    behaviour.times -= 1
    behaviours = behaviours.filter(({ times }) => times > 0)
    return behaviour.status
  }

  return {
    name: 'gameServer',
    receive(project, raw, headers) {
      const body = parse(raw)
      const answeredStatus = nextStatus(project)
      webhooks.unshift({
        project,
        id: headers['webhook-id'] ?? '',
        timestamp: headers['webhook-timestamp'] ?? '',
        type: typeOf(body),
        body,
        headers,
        verified: isGenuine(project, raw, headers),
        answeredStatus,
        receivedAt: new Date(now()).toISOString(),
      })
      webhooks.length = Math.min(webhooks.length, KEPT)
      changed()
      return answeredStatus
    },
    behave: (behaviour) => void behaviours.push({ ...behaviour }),
    webhooks: (project) =>
      project ? webhooks.filter((webhook) => webhook.project === project) : [...webhooks],
    save: () => webhooks,
    load: (saved) => {
      webhooks = saved as ReceivedWebhook[]
    },
  }
}

function isGenuine(project: string, raw: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(webhookSecret(project)).verify(raw, headers)
    return true
  } catch {
    return false
  }
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

function typeOf(body: unknown): string {
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined
  return typeof type === 'string' ? type : ''
}
