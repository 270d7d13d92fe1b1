import type { Achievement, Leaderboard, PublicScores } from '@playhub/contract'
import { useEffect, useState } from 'react'
import { call } from '../lib/api/api.ts'
import { usePlayer } from '../lib/player/player.ts'
import { AchievementList } from './achievement-list.tsx'
import { BoardTable } from './board-table.tsx'
import { loadBoards } from './boards.ts'
import { useGuestScores } from './use-guest-scores.ts'

type Loaded = { boards: Leaderboard[]; achievements: Achievement[] }
type Props = { project: string; scores: PublicScores | null }

/**
 * Shown on a game's page; nothing for a game without any.
 * @param scores  From the page, which may be a minute old: shown until this player's own have loaded.
 */
export function GameScores({ project, scores }: Props) {
  const [loaded, setLoaded] = useState<Loaded | null>(scores)
  const { kind } = usePlayer()
  const submitted = useGuestScores(project)
  useEffect(() => {
    let isCurrent = true
    void loadScores(project, kind).then(
      (next) => isCurrent && setLoaded(next),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [project, kind])
  if (!loaded) return null
  return (
    <>
      {loaded.boards.length > 0 && (
        <BoardTable key={submitted} project={project} boards={loaded.boards} firstTop={scores?.top ?? null} />
      )}
      {loaded.achievements.length > 0 && <AchievementList achievements={loaded.achievements} />}
    </>
  )
}

/** @param _player  The achievements show the progress of the player or guest. */
async function loadScores(project: string, _player: 'player' | 'guest'): Promise<Loaded> {
  const [boards, achievements] = await Promise.all([
    loadBoards(project),
    call('GET /play/achievements', { query: { project } }),
  ])
  return { boards, achievements: achievements.data.result }
}
