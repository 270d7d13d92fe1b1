import { createStorage } from '../storage.ts'

/** The window's event for IndexedDB in memory. */
export const memoryEvent = 'playhub:memory'
/** The window's event for a game's write to it. */
export const memoryWriteEvent = 'playhub:memory-write'

/**
 * Reading a refused storage throws, which ends an unprepared game. Replaces it by one as long-lived as the page.
 * @param onWrite  The game keeps something it will lose.
 */
export function replaceRefusedStorage(onWrite: () => void): void {
  const isLocalRefused = replaceIfRefused('localStorage', onWrite)
  replaceIfRefused('sessionStorage', () => {})
  // The two are refused together, and the other one reports it later.
  if (!isLocalRefused) return
  addEventListener(memoryWriteEvent, onWrite, { once: true })
  const [base] = location.pathname.split(/\/v\/\d+\//)
  document.write(`<script src="${base}/__playhub/compat/memory.js"></script>`)
}

function replaceIfRefused(name: 'localStorage' | 'sessionStorage', onWrite: () => void): boolean {
  try {
    if (window[name]) return false
  } catch {
    // Refused, or an opaque origin.
  }
  const value = createStorage(onWrite).storage
  Object.defineProperty(window, name, { value, enumerable: true, configurable: true })
  return true
}
