/** One line of the log. `code` names what happened, and `details` are the arguments or the result. */
export type LogEntry = {
  id: number
  /** Milliseconds since the run began. */
  atMs: number
  kind: 'handshake' | 'call' | 'result' | 'event' | 'boot' | 'compat' | 'error'
  code: string
  details: string
}

const maxEntries = 300
const maxDetails = 500

/** The newest entries of one run. */
export function createRunLog(onChange: (entries: readonly LogEntry[]) => void) {
  const startedAt = performance.now()
  let entries: readonly LogEntry[] = []
  let lastId = 0

  return {
    now: () => performance.now() - startedAt,
    add(kind: LogEntry['kind'], code: string, details?: unknown): void {
      const entry = { id: ++lastId, atMs: Math.round(performance.now() - startedAt), kind, code }
      entries = [...entries, { ...entry, details: toDetails(details) }].slice(-maxEntries)
      onChange(entries)
    },
  }
}

function toDetails(details: unknown): string {
  if (details === undefined) return ''
  const text = typeof details === 'string' ? details : (JSON.stringify(details) ?? '')
  return text.length > maxDetails ? `${text.slice(0, maxDetails)}…` : text
}
