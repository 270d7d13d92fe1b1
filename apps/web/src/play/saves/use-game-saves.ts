import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { GameHost } from '../bridge/game-host.ts'
import { type AskToChoose, createGameSaves, type SaveChoice, type SaveQuestion } from './game-saves.ts'
import { saveApi } from './save-api.ts'
import { saveDatabase } from './save-database.ts'

export interface AskedQuestion extends SaveQuestion {
  choose(choice: SaveChoice): void
}

interface UseGameSavesOptions {
  project: string
  /** Null for a guest. The same function in each render. */
  getPlayerId(): string | null
  host: RefObject<GameHost | null>
}

/** The saves of the game that runs, and the question which of two to go on with, while it is open. */
export function useGameSaves({ project, getPlayerId, host }: UseGameSavesOptions) {
  const [question, setQuestion] = useState<AskedQuestion | null>(null)
  const saves = useMemo(
    () =>
      createGameSaves({
        project,
        getPlayerId,
        database: saveDatabase,
        api: saveApi,
        onChange: (update) => host.current?.sendSaves(update),
        onStorage: (request) => host.current?.sendStorage(request),
      }),
    [project, getPlayerId, host],
  )
  useEffect(() => saves.close, [saves])
  const ask: AskToChoose = (asked) =>
    new Promise((resolve) => {
      const choose = (choice: SaveChoice) => {
        setQuestion(null)
        resolve(choice)
      }
      setQuestion({ ...asked, choose })
    })
  return { saves, question, ask }
}
