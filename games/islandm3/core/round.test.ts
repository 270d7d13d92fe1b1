import { expect, test } from 'vitest'
import { DESIGNED_LEVELS, levelNumber } from './levels.ts'
import { bestMove, hasMove, shuffleBoard } from './moves.ts'
import {
  afterMove,
  afterWave,
  countRemaining,
  countStars,
  getOutcome,
  type Round,
  startRound,
  toPieceSource,
  valueFor,
  withBoard,
  withMoreMoves,
} from './round.ts'
import { playSwap } from './turns.ts'

function playBestMove(round: Round): Round {
  const source = toPieceSource(round)
  const playable = hasMove(round.board) ? round : withBoard(round, shuffleBoard(round.board, source), source)
  const move = bestMove(playable.board, valueFor(playable))
  const waves = move && playSwap(playable.board, move.from, move.to, source)
  return (waves ?? []).reduce((so, wave) => afterWave(so, wave, source), afterMove(playable))
}

function playToEnd(round: Round): Round {
  let played = round
  while (getOutcome(played) === 'playing') played = playBestMove(played)
  return played
}

test('the same seed and the same moves give the same round', () => {
  expect(playToEnd(startRound(3, 42))).toEqual(playToEnd(startRound(3, 42)))
})

test('a saved and loaded round continues unchanged', () => {
  const half = playBestMove(playBestMove(startRound(3, 42)))
  const again = JSON.parse(JSON.stringify(half)) as Round
  expect(playToEnd(again)).toEqual(playToEnd(half))
})

test('a round is won when every goal is met and lost when the moves run out first', () => {
  const round = startRound(2, 1)
  expect(getOutcome(round)).toBe('playing')
  expect(getOutcome({ ...round, movesLeft: 0 })).toBe('lost')
  expect(getOutcome({ ...round, movesLeft: 0, collected: { starfish: 99 } })).toBe('lost')
  expect(getOutcome({ ...round, movesLeft: 0, collected: { starfish: 99, leaf: 99 } })).toBe('won')
})

test('extra moves continue a lost round', () => {
  expect(getOutcome(withMoreMoves({ ...startRound(2, 1), movesLeft: 0 }, 5))).toBe('playing')
})

test('a win earns one star, and the scores of the level two or three', () => {
  const round = startRound(1, 1)
  const [two, three] = round.level.starScores
  const starsFor = (score: number) => countStars({ ...round, score })
  expect([0, two - 1, two, three].map(starsFor)).toEqual([1, 1, 2, 3])
})

test('the remaining count of a goal is never negative', () => {
  const round = { ...startRound(1, 1), collected: { shell: 500 } }
  expect(round.level.goals.map((goal) => countRemaining(round, goal))).toEqual([0])
})

test.each([7, 8])('every goal on a board of %i columns can be met', (columns) => {
  for (let number = 1; number <= DESIGNED_LEVELS + 20; number++) {
    const { board } = startRound(number, number, columns)
    const level = levelNumber(number, columns)
    const sand = board.sand.filter(Boolean).length
    for (const { wanted, count } of level.goals) {
      expect(count).toBeGreaterThan(0)
      if (wanted === 'sand') expect(count).toBe(sand)
      else expect(level.kinds).toContain(wanted)
    }
    expect(level.goals.some(({ wanted }) => wanted === 'sand')).toBe(sand > 0)
  }
})

test('a bot that plays the best moves wins most rounds of the first levels', () => {
  const rounds = [1, 2, 3].flatMap((level) => [1, 2, 3, 4].map((seed) => startRound(level, seed * 977)))
  const won = rounds.filter((round) => getOutcome(playToEnd(round)) === 'won')
  expect(won.length).toBeGreaterThanOrEqual(10)
})
