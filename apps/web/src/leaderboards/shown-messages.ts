import type { AchievementProgress } from '@playhub/contract'
import { createEmitter } from '@playhub/ui/stores/emitter.ts'
import { useSyncExternalStore } from 'react'

/** Messages over the running game. */
export type ShownMessages = {
  achievement: AchievementProgress | null
  /** The player has a first score and has not chosen how to appear. */
  asksForName: boolean
}

const none: ShownMessages = { achievement: null, asksForName: false }
const shownMs = 3_000
const emitter = createEmitter()
let messages = none
let timer: ReturnType<typeof setTimeout> | undefined

export function useShownMessages(): ShownMessages {
  return useSyncExternalStore(
    emitter.subscribe,
    () => messages,
    () => none,
  )
}

function change(next: Partial<ShownMessages>): void {
  messages = { ...messages, ...next }
  emitter.emit()
}

export function showAchievement(achievement: AchievementProgress): void {
  clearTimeout(timer)
  change({ achievement })
  timer = setTimeout(() => change({ achievement: null }), shownMs)
}

let hasRequested = false

/** Asks once for each visit. */
export function askForName(): void {
  if (hasRequested) return
  hasRequested = true
  change({ asksForName: true })
}

export const closeNameQuestion = () => change({ asksForName: false })
