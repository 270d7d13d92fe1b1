import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFault } from './errors.ts'

/** State kept over a restart. `save` returns JSON-compatible data. */
interface Stateful {
  save(): unknown
  load(saved: unknown): void
}

/** One named entry of the state file. */
export interface Persistent extends Stateful {
  readonly name: string
}

export interface StateFile {
  /** Schedules a save. */
  changed(): void
  close(): void
}

/** Increment it when the shape of any entry changes: files of other versions are ignored. */
const VERSION = 3
const MIN_DELAY_MS = 300
/** Saving a large state is spaced out, so it takes at most a twentieth of the time. */
const DELAY_PER_SAVE_TIME = 20

/** Loads the sandbox's state from one JSON file and keeps saving it there. The file is replaced atomically. */
export function openStateFile(dataDir: string, entries: Persistent[]): StateFile {
  const file = join(dataDir, 'sandbox.json')
  mkdirSync(dataDir, { recursive: true })
  load(file, entries)

  let timer: NodeJS.Timeout | undefined
  let delayMs = MIN_DELAY_MS
  const save = () => {
    timer = undefined
    const startedAt = performance.now()
    try {
      const state = Object.fromEntries(entries.map((entry) => [entry.name, entry.save()]))
      writeFileSync(`${file}.new`, JSON.stringify({ version: VERSION, ...state }))
      renameSync(`${file}.new`, file)
    } catch (error) {
      console.error(`The sandbox could not save ${file}: ${readFault(error).message}`)
    }
    delayMs = Math.max(MIN_DELAY_MS, DELAY_PER_SAVE_TIME * (performance.now() - startedAt))
  }
  return {
    changed: () => {
      timer ??= setTimeout(save, delayMs)
    },
    close: () => {
      clearTimeout(timer)
      save()
    },
  }
}

/** Combines parts into one entry of the state file. @param onLoad  runs after all parts have loaded */
export function combineState(name: string, parts: Record<string, Stateful>, onLoad: () => void): Persistent {
  return {
    name,
    save: () => Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, part.save()])),
    load(saved) {
      for (const [key, part] of Object.entries(parts)) part.load((saved as Record<string, unknown>)[key])
      onLoad()
    },
  }
}

/** Starts with empty state when the file is missing or unusable: test payments are not worth a failed start. */
function load(file: string, entries: Persistent[]): void {
  let saved: Record<string, unknown> = {}
  try {
    const content = JSON.parse(readFileSync(file, 'utf8'))
    if (content.version !== VERSION) throw new Error(`expected version ${VERSION}`)
    saved = content
  } catch (error) {
    if (readFault(error).code !== 'ENOENT') {
      console.error(`The sandbox starts empty: ${file} cannot be read (${readFault(error).message})`)
    }
  }
  for (const entry of entries) {
    if (saved[entry.name] !== undefined) entry.load(saved[entry.name])
  }
}
