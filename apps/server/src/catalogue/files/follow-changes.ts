import { watch } from 'node:fs'
import type { Log } from '../../platform/observability/log.ts'
import { outageIn } from '../../platform/unavailable.ts'
import { isIgnored } from './content-layout.ts'

type Options = {
  /** @returns what changes with every write */
  findFingerprint(): Promise<string>
  log: Log
  intervalMs: number
  /** Called when two checks in a row find the same files. */
  onStable(fingerprint: string): void
}

/** Polls, because notifications do not reach network and container volumes. @returns a function for stopping it */
export function followChanges({ findFingerprint, log, intervalMs, onStable }: Options): () => void {
  let seen = ''
  let nextCheck: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    const current = await findFingerprint()
    const isStable = current === seen
    seen = current
    if (isStable) onStable(current)
  }

  const schedule = () => {
    nextCheck = setTimeout(() => {
      check()
        .catch((error) => {
          // An outage of the database is told by others, once.
          if (!outageIn(error)) log.error({ err: error }, 'The content could not be read')
        })
        .finally(() => nextCheck && schedule())
    }, intervalMs).unref()
  }
  schedule()
  return () => {
    clearTimeout(nextCheck)
    nextCheck = undefined
  }
}

/** Reports changes at once, for development. @returns a function for stopping it */
export function watchFiles(dir: string, onChange: () => void, log: Log): () => void {
  let pending: NodeJS.Timeout | undefined
  // Editors write a file in several steps, so debounce.
  const watcher = watch(dir, { recursive: true }, (_event, path) => {
    if (path && isIgnored(path)) return
    clearTimeout(pending)
    pending = setTimeout(onChange, 100)
  })
  watcher.on('error', (error) => log.error({ err: error }, 'Content is no longer watched'))
  return () => {
    clearTimeout(pending)
    watcher.close()
  }
}
