import { watch } from 'node:fs'
import type { Log } from '../../platform/observability/log.ts'
import { folderFingerprint } from './content-folder.ts'
import { isIgnored } from './content-layout.ts'

type Options = {
  dir: string
  log: Log
  intervalMs: number
  /** Called when two checks in a row find the same files. */
  onStable(fingerprint: string): void
}

/** Polls, because notifications do not reach network and container volumes. @returns a function that stops it */
export function followChanges({ dir, log, intervalMs, onStable }: Options): () => void {
  let seen = ''
  let nextCheck: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    const current = await folderFingerprint(dir)
    const isStable = current === seen
    seen = current
    if (isStable) onStable(current)
  }

  const schedule = () => {
    nextCheck = setTimeout(() => {
      check()
        .catch((error) => log.error({ err: error }, 'The content could not be read'))
        .finally(() => nextCheck && schedule())
    }, intervalMs).unref()
  }
  schedule()
  return () => {
    clearTimeout(nextCheck)
    nextCheck = undefined
  }
}

/** Reports changes at once, for development. @returns a function that stops it */
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
