import { announce } from '../kit/hud/announcer.ts'
import { byId } from '../kit/hud/dom.ts'
import { fly } from '../kit/hud/flights.ts'
import { type Cell, pieceAt } from './core/board.ts'
import type { Wave } from './core/cascade.ts'
import { bestMove, hasMove, type Move, shuffleBoard } from './core/moves.ts'
import type { Supply } from './core/pieces.ts'
import {
  afterMove,
  afterWave,
  type Outcome,
  outcomeOf,
  type Round,
  stillWanted,
  supplyOf,
  withBoard,
  withMoreMoves,
  withSavedMoves,
  worthTo,
} from './core/round.ts'
import { celebrate, dropBomb, playSwap } from './core/turns.ts'
import { goalPlace, showStatus } from './hud/status.ts'
import type { Sound } from './sound.ts'
import type { Texts } from './texts/index.ts'
import type { BoardView } from './view/board-view.ts'
import { PICTURES, type SpriteName } from './view/sprites.ts'

interface Deps {
  view: BoardView
  sound: Sound
  texts(): Texts
  isCalm(): boolean
  /** Called as soon as a turn is decided, before it is shown, so that a reload cannot undo it. */
  keep(round: Round): void
  /** Called when a move or a bomb changes the board. */
  onTurn(): void
  /** A won round has its celebration in the score already. */
  onEnd(outcome: Exclude<Outcome, 'playing'>, round: Round): void
}

export interface RoundPlayer {
  start(round: Round, isBegun: boolean): Promise<void>
  swap(from: Cell, to: Cell): Promise<void>
  drop(cell: Cell): Promise<void>
  addMoves(moves: number): void
  bestMove(): Move | null
  round(): Round
  isOpen(): boolean
  /** Writes the figures again, as after a change of language. */
  refresh(): void
  nameOf(cell: Cell): string
}

/** Plays one round on the screen: what the core decides is shown wave by wave, heard and told. */
export function createRoundPlayer(first: Round, deps: Deps): RoundPlayer {
  const { view, sound } = deps
  let round = first
  let isBusy = true
  /** Counts the rounds started: a turn still being shown stops when another round takes the board. */
  let started = 0

  /** What is pressed meanwhile is not heard. */
  function setBusy(is: boolean): void {
    isBusy = is
    byId('board').setAttribute('aria-busy', String(is))
  }

  const foresee = (from: Round, waves: readonly Wave[], supply: Supply): Round =>
    waves.reduce((so, wave) => afterWave(so, wave, supply), from)

  function see(next: Round): void {
    round = next
    showStatus(round, deps.texts())
  }

  function sendToGoals(wave: Wave): void {
    if (deps.isCalm()) return
    const wantedBy = (name: SpriteName, cell: Cell) => {
      const isWanted = round.level.goals.some((goal) => goal.wanted === name && stillWanted(round, goal) > 0)
      const place = isWanted && name !== 'row' && name !== 'column' && name !== 'bomb' && name !== 'rainbow'
      const target = place ? goalPlace(name) : null
      if (target) fly(PICTURES[name], view.middleOf(cell), target, name === 'sand' ? 24 : 34)
    }
    for (const { cell, piece } of wave.cleared) if (piece.kind) wantedBy(piece.kind, cell)
    for (const cell of wave.dug) wantedBy('sand', cell)
  }

  function hear(wave: Wave): void {
    if (wave.blasts.length > 0) sound.play('blast')
    sound.play('match', wave.chain - 1)
    if (wave.forged.length > 0) sound.play('forge')
  }

  async function showWaves(waves: readonly Wave[], supply: Supply): Promise<void> {
    const shownIn = started
    for (const wave of waves) {
      if (shownIn !== started) return
      sendToGoals(wave)
      hear(wave)
      if (wave.chain >= 3) view.say(deps.texts().chain(wave.chain))
      await view.playWave(wave, {
        cleared: () => {
          if (shownIn === started) see(afterWave(round, wave, supply))
        },
        landed: () => sound.play('land'),
      })
    }
  }

  const sum = (waves: readonly Wave[], of: (wave: Wave) => number) =>
    waves.reduce((so, wave) => so + of(wave), 0)

  /** A round that was won, with everything left on the board gone off. */
  function withCelebration(won: Round): { final: Round; waves: Wave[]; supply: Supply } {
    const supply = supplyOf(won)
    const waves = celebrate(won.board, won.movesLeft, supply)
    return { final: foresee(withSavedMoves(won), waves, supply), waves, supply }
  }

  /** Shows a turn that is already decided, and what follows from it. */
  async function playOut(before: Round, waves: readonly Wave[], supply: Supply): Promise<void> {
    const after = foresee(before, waves, supply)
    const outcome = outcomeOf(after)
    const party = outcome === 'won' ? withCelebration(after) : null
    deps.keep(party?.final ?? after)

    const playedIn = started
    deps.onTurn()
    see(before)
    await showWaves(waves, supply)
    if (playedIn !== started) return
    const { texts } = deps
    announce(
      texts().turnDone(
        sum(waves, (wave) => wave.cleared.length),
        after.score - before.score,
        after.movesLeft,
      ),
    )
    if (party) {
      see(withSavedMoves(round))
      await showWaves(party.waves, party.supply)
      if (playedIn !== started) return
      deps.onEnd('won', party.final)
    } else if (outcome === 'lost') {
      deps.onEnd('lost', round)
    } else {
      await shuffleWhenStuck()
      setBusy(false)
    }
  }

  async function shuffleWhenStuck(): Promise<void> {
    if (hasMove(round.board)) return
    const supply = supplyOf(round)
    see(withBoard(round, shuffleBoard(round.board, supply), supply))
    deps.keep(round)
    announce(deps.texts().shuffled)
    view.say('≈')
    await view.shuffle(round.board)
  }

  return {
    async start(next, isBegun) {
      setBusy(true)
      started++
      deps.onTurn()
      see(next)
      deps.keep(next)
      if (isBegun) view.show(next.board)
      else await view.deal(next.board)
      await shuffleWhenStuck()
      setBusy(false)
    },
    async swap(from, to) {
      if (isBusy) return
      setBusy(true)
      const supply = supplyOf(round)
      const waves = playSwap(round.board, from, to, supply)
      if (!waves) {
        sound.play('refuse')
        await view.refuse(from, to)
        announce(deps.texts().noMatch)
        setBusy(false)
        return
      }
      sound.play('swap')
      await view.swap(from, to)
      await playOut(afterMove(round), waves, supply)
    },
    async drop(cell) {
      if (isBusy) return
      setBusy(true)
      const supply = supplyOf(round)
      await playOut(round, dropBomb(round.board, cell, supply), supply)
    },
    addMoves(moves) {
      see(withMoreMoves(round, moves))
      deps.keep(round)
      setBusy(false)
    },
    bestMove: () => bestMove(round.board, worthTo(round)),
    round: () => round,
    isOpen: () => !isBusy,
    refresh: () => showStatus(round, deps.texts()),
    nameOf(cell) {
      const { special, kind } = pieceAt(round.board, cell)
      const name = deps.texts().pieces[special ?? kind ?? 'rainbow']
      return round.board.sand[cell] ? deps.texts().inSand(name) : name
    },
  }
}
