import type { Leaderboard } from '@playhub/contract'
import { call } from '../lib/api/api.ts'

const loaded = new Map<string, Promise<Leaderboard[]>>()

/** A game's declared leaderboards. */
export function loadBoards(project: string): Promise<Leaderboard[]> {
  const known = loaded.get(project)
  if (known) return known
  const boards = call('GET /play/leaderboards', { query: { project } }).then(({ data }) => data.result)
  boards.catch(() => loaded.delete(project))
  loaded.set(project, boards)
  return boards
}
