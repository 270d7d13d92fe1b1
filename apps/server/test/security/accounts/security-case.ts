import { eventCodes, type RefusalCode } from '@playhub/contract'
import type { TestHub } from '../../support/test-hub.ts'

type EventName = keyof typeof eventCodes

/** The status, and the refusal code or the redirect's event code. */
export type Outcome = readonly [status: number, code: RefusalCode | EventName | 'ok']

/** An attack and its expected outcome. */
export type SecurityCase = {
  /** States the promise. */
  name: string
  /** Prepares the attack. May change data. */
  prepare(hub: TestHub): Promise<PreparedAttack> | PreparedAttack
  expected: Outcome
}

export type PreparedAttack = {
  /** Must not change any data. */
  attack(): Promise<Outcome>
  /** Values kept out of logs. */
  secrets?: string[]
}

/** A case without preparation. */
export function securityCase(
  name: string,
  expected: Outcome,
  attack: (hub: TestHub) => Promise<Outcome>,
): SecurityCase {
  return { name, expected, prepare: (hub) => ({ attack: () => attack(hub) }) }
}

/** A case with preparation. */
export function securityCaseAfter(
  name: string,
  expected: Outcome,
  prepare: SecurityCase['prepare'],
): SecurityCase {
  return { name, expected, prepare }
}

export function toOutcome(response: { ok: boolean; status: number; body: unknown }): Outcome {
  return [response.status, response.ok ? 'ok' : (response.body as { code: RefusalCode }).code]
}

export function toEventName(code: number | null | undefined): EventName | 'ok' {
  const [name] = Object.entries(eventCodes).find(([, eventCode]) => eventCode === code) ?? ['ok']
  return name as EventName | 'ok'
}

type Sending = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends a raw request to the API; JSON unless the headers say otherwise. */
export async function send(
  hub: TestHub,
  path: string,
  { method = 'POST', ...how }: Sending,
): Promise<Outcome> {
  const response = await fetch(`${hub.url}/api${path}`, {
    method,
    body: how.body,
    headers: { 'content-type': 'application/json', ...how.headers },
  })
  const body: unknown = await response.json()
  if (!response.ok && !response.headers.get('content-type')?.startsWith('application/problem+json')) {
    throw new Error(`${path} answered ${response.status} with no problem+json`)
  }
  return toOutcome({ ok: response.ok, status: response.status, body })
}
