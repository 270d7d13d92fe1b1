import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { GameHost } from '../bridge/game-host.ts'
import { type AskToChoose, createGameSaves, type SaveChoice, type SaveQuestion } from './game-saves.ts'
import { saveApi } from './save-api.ts'
import { saveDatabase } from './save-database.ts'

export interface OpenQuestion extends SaveQuestion {
  choose(choice: SaveChoice): void
}

interface UseGameSavesOptions {
  project: string
  /** Null for a guest. The same function in each render. */
  getPlayerId(): string | null
  host: RefObject<GameHost | null>
  /** The same function in each render. */
  onLeft(): void
}

const LAST_SAVES_MS = 2_000

/** The running game's saves, and the open question between two of them. */
export function useGameSaves({ project, getPlayerId, host, onLeft }: UseGameSavesOptions) {
  const [question, setQuestion] = useState<OpenQuestion | null>(null)
  const saves = useMemo(
    () =>
      createGameSaves({
        project,
        getPlayerId,
        database: saveDatabase,
        api: saveApi,
        onLeft,
        onChange: (update) => host.current?.sendSaves(update),
        onStorage: (key, request) => host.current?.sendStorage(key, request),
      }),
    [project, getPlayerId, host, onLeft],
  )
  // A removed frame saves while it ends.
  useEffect(() => () => void setTimeout(saves.close, LAST_SAVES_MS), [saves])
  const ask: AskToChoose = (conflict) =>
    new Promise((resolve) => {
      const choose = (choice: SaveChoice) => {
        setQuestion(null)
        resolve(choice)
      }
      setQuestion({ ...conflict, choose })
    })
  return { saves, question, ask }
}
