import { expect, test } from 'vitest'
import { createRng } from '../../kit/rng.ts'
import { hasMatch } from './matches.ts'
import { bestMove, dealPieces, findMoves, hasMove, shuffleBoard } from './moves.ts'
import { createPieceSource } from './pieces.ts'
import { boardFrom, testSource } from './testing.ts'

const STUCK = ['sptl', 'tlsp', 'sptl', 'tlsp']

test('finds the swaps that make a match', () => {
  expect(findMoves(boardFrom(['ssp', 'pts', 'tlf']))).toEqual([{ from: 2, to: 5 }])
})

test('a special can always be swapped', () => {
  expect(hasMove(boardFrom(['*ptl', 'tlsp']))).toBe(true)
})

test('shuffling keeps the pieces and gives a board with a move and no match', () => {
  const stuck = boardFrom(STUCK)
  expect(hasMove(stuck)).toBe(false)
  const shuffled = shuffleBoard(stuck, testSource())
  expect(hasMove(shuffled)).toBe(true)
  expect(hasMatch(shuffled)).toBe(false)
  const ids = (board: typeof stuck) => board.pieces.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids(shuffled)).toEqual(ids(stuck))
})

test('pieces without a playable layout are replaced', () => {
  const allShells = boardFrom(Array(8).fill('ssssssss'))
  const renewed = shuffleBoard(allShells, testSource())
  expect(hasMatch(renewed)).toBe(false)
  expect(hasMove(renewed)).toBe(true)
})

test('the best move has the most valuable first wave', () => {
  const board = boardFrom(['ssps', 'ttst', 'llfl', 'cpcp'])
  const forStarfish = bestMove(
    board,
    (wave) => wave.cleared.filter(({ piece }) => piece.kind === 'starfish').length,
  )
  expect(forStarfish).toEqual({ from: 6, to: 7 })
})

test('a dealt board has no match and at least one move', () => {
  const empty = { ...boardFrom(Array(8).fill('spspspsp')), pieces: [] }
  for (let seed = 1; seed <= 50; seed++) {
    const dealt = dealPieces(
      empty,
      createPieceSource(createRng(seed), ['shell', 'pearl', 'leaf', 'flower', 'coconut']),
    )
    expect(hasMatch(dealt)).toBe(false)
    expect(hasMove(dealt)).toBe(true)
  }
})
