import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Keeper } from './context.ts'

const SHORTEST_PAUSE_MS = 300
/** A large state is saved more rarely, so that saving never takes more than a twentieth of the time. */
const PAUSE_PER_COST = 20

export interface Snapshot {
  changed(): void
  close(): void
}

/** Keeps the sandbox's memory in one JSON file, replaced whole so that a crash never leaves half of it. */
export function openSnapshot(dataDir: string, keepers: Keeper[]): Snapshot {
  const file = join(dataDir, 'sandbox.json')
  mkdirSync(dataDir, { recursive: true })
  restore(file, keepers)

  let timer: NodeJS.Timeout | undefined
  let pauseMs = SHORTEST_PAUSE_MS
  const save = () => {
    timer = undefined
    const startedAt = performance.now()
    const state = Object.fromEntries(keepers.map((keeper) => [keeper.name, keeper.save()]))
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
    pauseMs = Math.max(SHORTEST_PAUSE_MS, PAUSE_PER_COST * (performance.now() - startedAt))
  }
  const saveOrSay = () => {
    try {
      save()
    } catch (error) {
      console.error(`The sandbox could not save ${file}: ${(error as Error).message}`)
    }
  }
  return {
    changed: () => {
      timer ??= setTimeout(saveOrSay, pauseMs)
    },
    close: () => {
      clearTimeout(timer)
      saveOrSay()
    },
  }
}

function restore(file: string, keepers: Keeper[]): void {
  const saved = readSaved(file)
  for (const keeper of keepers) {
    if (saved[keeper.name] !== undefined) keeper.load(saved[keeper.name])
  }
}

/** Play money is not worth refusing to start for: an unreadable file is set aside and said aloud. */
function readSaved(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    console.error(`The sandbox starts empty: ${file} cannot be read (${(error as Error).message})`)
    return {}
  }
}
