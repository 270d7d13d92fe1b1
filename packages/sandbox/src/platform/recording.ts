import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** One request to an emulated API with its answer. */
export interface RecordedCall {
  kind: 'call'
  provider: string
  /** As faults name it: `payment_intents.create`. */
  operation: string
  method: string
  /** With its query. */
  url: string
  requestHeaders: Record<string, unknown>
  requestBody: string
  status: number
  responseBody: string
}

/** One event that an emulated payment company sends to the hub, before it is signed. */
export interface RecordedEvent {
  kind: 'event'
  provider: string
  body: string
}

/** Receives the traffic of the emulators, to compare it with what the companies document. */
export type Recorder = (recorded: RecordedCall | RecordedEvent) => void

/**
 * Appends the traffic to a file of this process in the folder, one line of JSON each. Only the first of many that differ in
 * ids, instants and texts alone is kept.
 */
export function recordTo(folder: string): Recorder {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.jsonl`)
  const known = new Set<string>()
  return (recorded) => {
    const shape = shapeOf(recorded)
    if (known.has(shape)) return
    known.add(shape)
    appendFileSync(file, `${JSON.stringify(recorded)}\n`)
  }
}

function shapeOf(recorded: RecordedCall | RecordedEvent): string {
  if (recorded.kind === 'event') return `${recorded.provider} ${withoutValues(recorded.body)}`
  const { provider, operation, status, requestBody, responseBody } = recorded
  return `${provider} ${operation} ${status} ${withoutValues(requestBody)} ${withoutValues(responseBody)}`
}

/** Keeps words, which may be members of an enumeration, and drops everything with a digit. */
function withoutValues(body: string): string {
  return body.replace(/[\w-]*\d[\w-]*/g, '0')
}
