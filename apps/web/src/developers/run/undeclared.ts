import { GameRefusal, type GameScores } from '../../play/bridge/game-host-actions.ts'
import { nothingUndeclared, toSlug, type Undeclared } from './project-yaml.ts'

/** Ids declared by the game's project. */
export type Declared = Record<keyof Undeclared, readonly string[]>

type Options = {
  declared: Declared
  onChange(undeclared: Undeclared): void
  /** @param id  New, and not declared. */
  onNew(kind: keyof Undeclared, id: string): void
}

/** A project's file takes 50 leaderboards, and 100 achievements of the usual ten points. */
const maxIds = { items: 100, boards: 50, achievements: 100 }

/** Collects ids used by the game and undeclared in its project. */
export function createUndeclared({ declared, onChange, onNew }: Options) {
  const declaredSlugs = {
    items: new Set(declared.items.map(toSlug)),
    boards: new Set(declared.boards.map(toSlug)),
    achievements: new Set(declared.achievements.map(toSlug)),
  }
  let undeclared = nothingUndeclared

  function isNew(kind: keyof Undeclared, id: string): boolean {
    const known: readonly (string | { id: string })[] = undeclared[kind]
    if (declaredSlugs[kind].has(toSlug(id)) || known.length >= maxIds[kind]) return false
    return !known.some((each) => (typeof each === 'string' ? each : each.id) === id)
  }

  function change(kind: keyof Undeclared, id: string, next: Partial<Undeclared>): void {
    undeclared = { ...undeclared, ...next }
    onChange(undeclared)
    onNew(kind, id)
  }

  function addBoard(id: string): void {
    if (isNew('boards', id)) change('boards', id, { boards: [...undeclared.boards, id] })
  }

  function addAchievement(id: string, steps = 1): void {
    const { achievements } = undeclared
    if (isNew('achievements', id)) {
      change('achievements', id, { achievements: [...achievements, { id, steps }] })
      return
    }
    const known = achievements.find((each) => each.id === id)
    if (!known || known.steps >= steps) return
    undeclared = {
      ...undeclared,
      achievements: achievements.map((each) => (each === known ? { id, steps } : each)),
    }
    onChange(undeclared)
  }

  const refuseBoard = async ({ board }: { board?: string }) => {
    // A score without a board goes to the first one, which CrazyGames calls nothing.
    addBoard(board ?? 'best')
    throw new GameRefusal('BOARD_NOT_FOUND')
  }
  const scores: GameScores = {
    'scores.submit': refuseBoard,
    'scores.top': refuseBoard,
    'scores.around': refuseBoard,
    'achievements.progress': async ({ id, progress }) => {
      addAchievement(id, progress)
      throw new GameRefusal('ACHIEVEMENT_NOT_FOUND')
    },
    'achievements.list': async () => [],
  }

  return {
    addItem(id: string): void {
      if (isNew('items', id)) change('items', id, { items: [...undeclared.items, id] })
    },
    /** The checker keeps no scores: it refuses them like scores of an undeclared leaderboard. */
    scores,
  }
}
