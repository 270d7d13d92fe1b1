import { announce, byId } from '../kit/hud/dom.ts'
import { flyImage } from '../kit/hud/flying-image.ts'
import { type Cell, pieceAt } from './core/board.ts'
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
  toPieceSource,
  valueFor,
  withBoard,
  withMoreMoves,
  withSavedMoves,
} from './core/round.ts'
import { dropBomb, playBonus, playSwap } from './core/turns.ts'
import { goalPlace, showStatus } from './hud/status.ts'
import type { Sound } from './sound.ts'
import type { Texts } from './texts/en.ts'
import type { BoardView } from './view/board-view.ts'
import { IMAGE_URLS } from './view/sprites.ts'

interface Deps {
  view: BoardView
  sound: Sound
  texts(): Texts
  prefersReducedMotion(): boolean
  /** Called when a turn is decided and before it is animated, so that a reload cannot undo it. */
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
}

/** Runs one round at a time: applies moves to the core, saves the result, then animates it wave by wave. */
export function createRoundController(first: Round, deps: Deps): RoundController {
  const { view, sound } = deps
  let round = first
  let isBusy = true
  /** Rounds started. An animation stops when this changes. */
  let startCount = 0

  function setBusy(busy: boolean): void {
    isBusy = busy
    byId('board').setAttribute('aria-busy', String(busy))
  }

  const predict = (from: Round, waves: readonly Wave[], source: PieceSource): Round =>
    waves.reduce((result, wave) => afterWave(result, wave, source), from)

  function setRound(next: Round): void {
    round = next
    showStatus(round, deps.texts())
  }

  function sendToGoals(wave: Wave): void {
    if (deps.prefersReducedMotion()) return
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

  function playSounds(wave: Wave): void {
    if (wave.blasts.length > 0) sound.play('blast')
    sound.play('match', wave.chain - 1)
    if (wave.created.length > 0) sound.play('special')
  }

  async function showWaves(waves: readonly Wave[], source: PieceSource): Promise<void> {
    const roundNumber = startCount
    for (const wave of waves) {
      if (roundNumber !== startCount) return
      sendToGoals(wave)
      playSounds(wave)
      if (wave.chain >= 3) view.showText(deps.texts().chain(wave.chain))
      await view.playWave(wave, {
        cleared: () => {
          if (roundNumber === startCount) setRound(afterWave(round, wave, source))
        },
        landed: () => sound.play('land'),
      })
    }
  }

  /** A won round after its bonus turn. */
  function withBonus(won: Round): { final: Round; waves: Wave[]; source: PieceSource } {
    const source = toPieceSource(won)
    const waves = playBonus(won.board, won.movesLeft, source)
    return { final: predict(withSavedMoves(won), waves, source), waves, source }
  }

  /** Saves a turn's result, then animates the turn and what follows from it. */
  async function playOut(before: Round, waves: readonly Wave[], source: PieceSource): Promise<void> {
    const after = predict(before, waves, source)
    const outcome = getOutcome(after)
    const bonus = outcome === 'won' ? withBonus(after) : null
    deps.save(bonus?.final ?? after)

    const roundNumber = startCount
    deps.onTurn()
    setRound(before)
    await showWaves(waves, source)
    if (roundNumber !== startCount) return
    const cleared = waves.reduce((sum, wave) => sum + wave.cleared.length, 0)
    announce(deps.texts().turnDone(cleared, after.score - before.score, after.movesLeft))
    if (bonus) {
      setRound(withSavedMoves(round))
      await showWaves(bonus.waves, bonus.source)
      if (roundNumber !== startCount) return
      deps.onEnd('won', bonus.final)
    } else if (outcome === 'lost') {
      deps.onEnd('lost', round)
    } else {
      await shuffleWhenStuck()
      setBusy(false)
    }
  }

  async function shuffleWhenStuck(): Promise<void> {
    if (hasMove(round.board)) return
    const source = toPieceSource(round)
    setRound(withBoard(round, shuffleBoard(round.board, source), source))
    deps.save(round)
    announce(deps.texts().shuffled)
    view.showText('≈')
    await view.shuffle(round.board)
  }

  return {
    async start(next, isContinued) {
      setBusy(true)
      startCount++
      deps.onTurn()
      setRound(next)
      deps.save(next)
      if (isContinued) view.show(next.board)
      else await view.deal(next.board)
      await shuffleWhenStuck()
      setBusy(false)
    },
    async swap(from, to) {
      if (isBusy) return
      setBusy(true)
      const source = toPieceSource(round)
      const waves = playSwap(round.board, from, to, source)
      if (!waves) {
        sound.play('refuse')
        await view.refuse(from, to)
        announce(deps.texts().noMatch)
        setBusy(false)
        return
      }
      sound.play('swap')
      await view.swap(from, to)
      await playOut(afterMove(round), waves, source)
    },
    async drop(cell) {
      if (isBusy) return
      setBusy(true)
      const source = toPieceSource(round)
      await playOut(round, dropBomb(round.board, cell, source), source)
    },
    addMoves(moves) {
      setRound(withMoreMoves(round, moves))
      deps.save(round)
      setBusy(false)
    },
    bestMove: () => bestMove(round.board, valueFor(round)),
    round: () => round,
    isOpen: () => !isBusy,
    refresh: () => showStatus(round, deps.texts()),
    getPieceName(cell) {
      const { special, kind } = pieceAt(round.board, cell)
      const name = deps.texts().pieces[special ?? kind ?? 'rainbow']
      return round.board.sand[cell] ? deps.texts().inSand(name) : name
    },
  }
}
