import { eventCodes, type RefusalCode } from '@playhub/contract'
import type { TestHub } from '../../testing/test-hub.ts'

type EventName = keyof typeof eventCodes

/** What comes of a try: the status, and the code of the refusal or of the event that the browser is told. */
export type Outcome = readonly [status: number, code: RefusalCode | EventName | 'ok']

/** A try to sign in as somebody else, to get past a guard, or to break something. */
export type Attack = {
  /** A promise in plain words. */
  name: string
  /** Sets the scene, in which anything may happen, and hands the attack over. */
  prepare(hub: TestHub): Promise<Attempt> | Attempt
  expected: Outcome
}

export type Attempt = {
  /** Must leave everything as it was. */
  strike(): Promise<Outcome>
  /** Must not be written to the log, besides what never is. */
  secrets?: string[]
}

/** An attack that needs no scene. */
export function attack(name: string, expected: Outcome, strike: (hub: TestHub) => Promise<Outcome>): Attack {
  return { name, expected, prepare: (hub) => ({ strike: () => strike(hub) }) }
}

/** An attack after something that has happened. */
export function attackAfter(name: string, expected: Outcome, prepare: Attack['prepare']): Attack {
  return { name, expected, prepare }
}

export function outcomeOf(answer: { ok: boolean; status: number; body: unknown }): Outcome {
  return [answer.status, answer.ok ? 'ok' : (answer.body as { code: RefusalCode }).code]
}

export function eventNameOf(code: number | null | undefined): EventName | 'ok' {
  const [name] = Object.entries(eventCodes).find(([, eventCode]) => eventCode === code) ?? ['ok']
  return name as EventName | 'ok'
}

type Sending = { method?: string; headers?: Record<string, string>; body?: string }

/** Sends what no client of ours would; JSON unless the headers say otherwise. */
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
  return outcomeOf({ ok: response.ok, status: response.status, body })
}
