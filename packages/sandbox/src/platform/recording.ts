import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** One request to an emulated API with its response. */
export interface RecordedCall {
  kind: 'call'
  provider: string
  /** Operation name, like in faults: `payment_intents.create`. */
  operation: string
  method: string
  /** Includes the query. */
  url: string
  requestHeaders: Record<string, unknown>
  requestBody: string
  status: number
  responseBody: string
}

/** One event from an emulated payment provider to the hub, before it is signed. */
export interface RecordedEvent {
  kind: 'event'
  provider: string
  body: string
}

/** Receives emulator traffic, to compare it with the providers' documentation. */
export type Recorder = (recorded: RecordedCall | RecordedEvent) => void

/**
 * Appends the traffic to this process's file in the folder, one JSON line each. Entries with different ids, instants
 * and texts alone are stored once.
 */
export function recordTo(folder: string): Recorder {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.jsonl`)
  const known = new Set<string>()
  return (recorded) => {
    const shape = toShape(recorded)
    if (known.has(shape)) return
    known.add(shape)
    appendFileSync(file, `${JSON.stringify(recorded)}\n`)
  }
}

function toShape(recorded: RecordedCall | RecordedEvent): string {
  if (recorded.kind === 'event') return `${recorded.provider} ${withoutValues(recorded.body)}`
  const { provider, operation, status, requestBody, responseBody } = recorded
  return `${provider} ${operation} ${status} ${withoutValues(requestBody)} ${withoutValues(responseBody)}`
}

/** Keeps words, which may be enum members, and drops everything with a digit. */
function withoutValues(body: string): string {
  return body.replace(/[\w-]*\d[\w-]*/g, '0')
}
