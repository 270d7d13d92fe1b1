import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { SandboxContext } from '../platform/context.ts'
import type { Persistent } from '../platform/state-file.ts'

/** A webhook received by the sample game server, with a valid signature or not. */
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

export interface Inbox extends Persistent {
  /** Stores a webhook. @returns the response status */
  receive(project: string, body: string, headers: Record<string, string>): number
  setBehaviour(behaviour: Behaviour): void
  /** Newest first. */
  webhooks(project?: string): ReceivedWebhook[]
}

const MAX_WEBHOOKS = 5000

/** The public webhook secret of a demo project's server. It works only in the sandbox. */
function webhookSecret(project: string): string {
  return `whsec_${createHash('sha256').update(`sandbox_${project}`).digest('base64')}`
}

export function createInbox({ now, stateChanged }: SandboxContext): Inbox {
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
        type: readType(body),
        body,
        headers,
        verified: isVerified(project, raw, headers),
        answeredStatus,
        receivedAt: new Date(now()).toISOString(),
      })
      webhooks.length = Math.min(webhooks.length, MAX_WEBHOOKS)
      stateChanged()
      return answeredStatus
    },
    setBehaviour: (behaviour) => void behaviours.push({ ...behaviour }),
    webhooks: (project) =>
      project ? webhooks.filter((webhook) => webhook.project === project) : [...webhooks],
    save: () => webhooks,
    load: (saved) => {
      webhooks = saved as ReceivedWebhook[]
    },
  }
}

function isVerified(project: string, raw: string, headers: Record<string, string>): boolean {
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

function readType(body: unknown): string {
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined
  return typeof type === 'string' ? type : ''
}
