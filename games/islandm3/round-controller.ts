import { announce, byId } from '../kit/hud/dom.ts'
import { flyImage } from '../kit/hud/flying-image.ts'
import { randomSeed } from '../kit/rng.ts'
import { type Cell, getColumn, getRow, pieceAt } from './core/board.ts'
import type { Wave } from './core/cascade.ts'
import type { Wanted } from './core/levels.ts'
import { bestMove, hasMove, type Move, shuffleBoard } from './core/moves.ts'
import type { PieceSource } from './core/pieces.ts'
import {
  afterMove,
  afterWave,
  countRemaining,
  getOutcome,
  type Outcome,
  type Round,
  startRound,
  toPieceSource,
  valueFor,
  withBoard,
  withMoreMoves,
  withSavedMoves,
} from './core/round.ts'
import { dropBomb, playBonus, playSwap } from './core/turns.ts'
import { goalPlace, showStatus } from './hud/status.ts'
import type { Messages } from './messages/en.ts'
import type { Sound } from './sound.ts'
import type { BoardView } from './view/board-view.ts'
import { IMAGE_URLS } from './view/sprites.ts'

interface Deps {
  view: BoardView
  sound: Sound
  messages(): Messages
  prefersReducedMotion(): boolean
  /** Called when a turn is decided and before it is animated, so a reload cannot undo it. */
  save(round: Round): void
  /** Called when the board changes. */
  onTurn(): void
  /** A won round's score includes its bonus. */
  onEnd(outcome: Exclude<Outcome, 'playing'>, round: Round): void
}

export interface RoundController {
  start(round: Round, isContinued: boolean): Promise<void>
  swap(from: Cell, to: Cell): Promise<void>
  drop(cell: Cell): Promise<void>
  addMoves(moves: number): void
  bestMove(): Move | null
  round(): Round
  /** True while the board accepts input; false while a turn is animated. */
  isOpen(): boolean
  /** Rewrites the figures beside the board. */
  refresh(): void
  /** Accessible name for the piece on a cell. */
  getPieceName(cell: Cell): string
  /** Accessible name for a cell: its place and its piece. */
  describe(cell: Cell): string
}

/** Frames narrower than this get seven columns, not eight, so a piece stays large enough to touch. */
const NARROW_PX = 420

export const newRound = (level: number): Round =>
  startRound(level, randomSeed(), window.innerWidth < NARROW_PX ? 7 : 8)

interface Play extends Deps {
  round: Round
  isBusy: boolean
  /** Rounds started. An animation stops when this changes. */
  startCount: number
}

/** Runs one round at a time: applies moves to the core, saves the result, then animates it wave by wave. */
export function createRoundController(first: Round, deps: Deps): RoundController {
  const play: Play = { ...deps, round: first, isBusy: true, startCount: 0 }

  function getPieceName(cell: Cell): string {
    const { board } = play.round
    const { special, kind } = pieceAt(board, cell)
    const name = deps.messages().pieces[special ?? kind ?? 'rainbow']
    return board.sand[cell] ? deps.messages().inSand(name) : name
  }

  return {
    start: (round, isContinued) => start(play, round, isContinued),
    swap: (from, to) => swap(play, from, to),
    drop: (cell) => drop(play, cell),
    addMoves(moves) {
      setRound(play, withMoreMoves(play.round, moves))
      deps.save(play.round)
      setBusy(play, false)
    },
    bestMove: () => bestMove(play.round.board, valueFor(play.round)),
    round: () => play.round,
    isOpen: () => !play.isBusy,
    refresh: () => showStatus(play.round, deps.messages()),
    getPieceName,
    describe(cell) {
      const { board } = play.round
      return deps.messages().cell(getRow(board, cell) + 1, getColumn(board, cell) + 1, getPieceName(cell))
    },
  }
}

function setBusy(play: Play, isBusy: boolean): void {
  play.isBusy = isBusy
  byId('board').setAttribute('aria-busy', String(isBusy))
}

function setRound(play: Play, round: Round): void {
  play.round = round
  showStatus(round, play.messages())
}

async function start(play: Play, round: Round, isContinued: boolean): Promise<void> {
  setBusy(play, true)
  play.startCount++
  play.onTurn()
  setRound(play, round)
  play.save(round)
  if (isContinued) play.view.show(round.board)
  else await play.view.deal(round.board)
  await shuffleWhenStuck(play)
  setBusy(play, false)
}

async function swap(play: Play, from: Cell, to: Cell): Promise<void> {
  if (play.isBusy) return
  setBusy(play, true)
  const { round, view, sound } = play
  const source = toPieceSource(round)
  const waves = playSwap(round.board, from, to, source)
  if (waves) {
    sound.play('swap')
    await view.swap(from, to)
    await playOut(play, afterMove(play.round), waves, source)
  } else {
    sound.play('refuse')
    await view.refuse(from, to)
    announce(play.messages().noMatch)
    setBusy(play, false)
  }
}

async function drop(play: Play, cell: Cell): Promise<void> {
  if (play.isBusy) return
  setBusy(play, true)
  const source = toPieceSource(play.round)
  await playOut(play, play.round, dropBomb(play.round.board, cell, source), source)
}

/** Saves a turn's result, then animates the turn and what follows from it. */
async function playOut(
  play: Play,
  before: Round,
  waves: readonly Wave[],
  source: PieceSource,
): Promise<void> {
  const after = predict(before, waves, source)
  const outcome = getOutcome(after)
  const bonus = outcome === 'won' ? withBonus(after) : null
  play.save(bonus?.final ?? after)

  const { startCount } = play
  play.onTurn()
  setRound(play, before)
  await showWaves(play, waves, source)
  if (startCount !== play.startCount) return
  const cleared = waves.reduce((sum, wave) => sum + wave.cleared.length, 0)
  announce(play.messages().turnDone(cleared, after.score - before.score, after.movesLeft))
  if (bonus) {
    setRound(play, withSavedMoves(play.round))
    await showWaves(play, bonus.waves, bonus.source)
    if (startCount !== play.startCount) return
    play.onEnd('won', bonus.final)
  } else if (outcome === 'lost') {
    play.onEnd('lost', play.round)
  } else {
    await shuffleWhenStuck(play)
    setBusy(play, false)
  }
}

const predict = (from: Round, waves: readonly Wave[], source: PieceSource): Round =>
  waves.reduce((result, wave) => afterWave(result, wave, source), from)

/** A won round after its bonus turn. */
function withBonus(won: Round): { final: Round; waves: Wave[]; source: PieceSource } {
  const source = toPieceSource(won)
  const waves = playBonus(won.board, won.movesLeft, source)
  return { final: predict(withSavedMoves(won), waves, source), waves, source }
}

async function showWaves(play: Play, waves: readonly Wave[], source: PieceSource): Promise<void> {
  const { view, sound, messages, startCount } = play
  for (const wave of waves) {
    if (startCount !== play.startCount) return
    sendToGoals(play, wave)
    if (wave.blasts.length > 0) sound.play('blast')
    sound.play('match', wave.chain - 1)
    if (wave.created.length > 0) sound.play('special')
    if (wave.chain >= 3) view.showText(messages().chain(wave.chain))
    await view.playWave(wave, {
      cleared: () => {
        if (startCount === play.startCount) setRound(play, afterWave(play.round, wave, source))
      },
      landed: () => sound.play('land'),
    })
  }
}

function sendToGoals({ round, view, prefersReducedMotion }: Play, wave: Wave): void {
  if (prefersReducedMotion()) return
  const send = (wanted: Wanted, cell: Cell) => {
    const isNeeded = round.level.goals.some(
      (goal) => goal.wanted === wanted && countRemaining(round, goal) > 0,
    )
    const target = isNeeded ? goalPlace(wanted) : null
    if (target) flyImage(IMAGE_URLS[wanted], view.getMiddle(cell), target, wanted === 'sand' ? 24 : 34)
  }
  for (const { cell, piece } of wave.cleared) if (piece.kind) send(piece.kind, cell)
  for (const cell of wave.dug) send('sand', cell)
}

async function shuffleWhenStuck(play: Play): Promise<void> {
  if (hasMove(play.round.board)) return
  const source = toPieceSource(play.round)
  setRound(play, withBoard(play.round, shuffleBoard(play.round.board, source), source))
  play.save(play.round)
  announce(play.messages().shuffled)
  play.view.showText('≈')
  await play.view.shuffle(play.round.board)
}
