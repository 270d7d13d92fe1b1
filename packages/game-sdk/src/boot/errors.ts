import type { BootEvent } from '@playhub/contract/boot-messages'
import { throttle } from './triggers.ts'

const INTERVAL_MS = 1_000
const MAX_LENGTH = 300
/** A game failing in every frame must not fill the memory with texts differing by a number. */
const MAX_ERRORS = 50

/** Reports uncaught errors: each text at once when it is new, then with its count. */
export function reportErrors(report: (event: BootEvent) => void): void {
  const counts = new Map<string, number>()
  const changed = new Set<string>()
  const send = (message: string) => report({ event: 'error', message, count: counts.get(message) ?? 0 })
  const sendChanged = throttle(INTERVAL_MS, () => {
    for (const message of changed) send(message)
    changed.clear()
  })

  function count(text: string): void {
    const message = toMessage(text)
    const before = counts.get(message) ?? 0
    if (before === 0 && counts.size >= MAX_ERRORS) return
    counts.set(message, before + 1)
    if (before === 0) {
      send(message)
    } else {
      changed.add(message)
      sendChanged()
    }
  }

  addEventListener('error', ({ message, filename, lineno }) => {
    if (message) count(filename ? `${message} (${filename}:${lineno})` : message)
  })
  addEventListener('unhandledrejection', ({ reason }) => count(describe(reason)))
}

function describe(reason: unknown): string {
  try {
    return String(reason)
  } catch {
    return 'Rejected promise'
  }
}

/** Leaves out queries of URLs, which may name a player. */
export const toMessage = (text: string): string =>
  text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/(\/[\w.~%-]*)[?#][^\s)'"]+/g, '$1')
    .slice(0, MAX_LENGTH)
