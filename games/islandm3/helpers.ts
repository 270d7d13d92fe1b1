import { announce } from '../kit/hud/announcer.ts'
import { byId } from '../kit/hud/dom.ts'
import type { Cell } from './core/board.ts'
import { columnOf, rowOf } from './core/board.ts'
import { blastOf } from './core/specials.ts'
import type { RoundPlayer } from './round-player.ts'
import { type Bag, MOVES_IN_PACK } from './shop/grants.ts'
import type { Sound } from './sound.ts'
import type { Texts } from './texts/index.ts'
import type { BoardView } from './view/board-view.ts'

interface Deps {
  player: RoundPlayer
  view: BoardView
  sound: Sound
  texts(): Texts
  bag(): Bag
  spend(kind: keyof Bag): void
  openShop(): void
}

export interface Helpers {
  hint(): void
  toggleBomb(): void
  moreMoves(): void
  isAiming(): boolean
  aimAt(cell: Cell): void
  dropAt(cell: Cell): void
  /** Puts the bomb back into the bag. */
  stopAiming(): void
  /** The hint has served: the board is another one now. */
  endHint(): void
}

/** The three helpers from the bag; one that has run out opens the shop. */
export function createHelpers({ player, view, sound, texts, bag, spend, openShop }: Deps): Helpers {
  let isAiming = false
  let isHinting = false

  function setAiming(isOn: boolean): void {
    isAiming = isOn
    byId('use-bomb').setAttribute('aria-pressed', String(isOn))
    if (!isOn) view.mark({ aim: [] })
  }

  const placeWords = (cell: Cell) => {
    const { board } = player.round()
    return texts().cell(rowOf(board, cell) + 1, columnOf(board, cell) + 1, player.nameOf(cell))
  }

  return {
    hint() {
      if (!player.isOpen() || isHinting) return
      if (bag().hints === 0) return openShop()
      const move = player.bestMove()
      if (!move) return
      spend('hints')
      setAiming(false)
      isHinting = true
      sound.play('forge')
      view.mark({ hint: [move.from, move.to] })
      announce(texts().hintIs(placeWords(move.from), placeWords(move.to)))
    },
    toggleBomb() {
      if (!player.isOpen()) return
      if (bag().bombs === 0) return openShop()
      setAiming(!isAiming)
      announce(isAiming ? texts().aim : texts().aimOff)
      if (isAiming) byId('board').focus()
    },
    moreMoves() {
      if (bag().movePacks === 0) return openShop()
      if (!player.isOpen()) return
      spend('movePacks')
      player.addMoves(MOVES_IN_PACK)
      sound.play('forge')
      announce(texts().movesAdded)
    },
    isAiming: () => isAiming,
    aimAt: (cell) => view.mark({ aim: blastOf(player.round().board, cell, 'bomb').cells }),
    dropAt(cell) {
      setAiming(false)
      spend('bombs')
      void player.drop(cell)
    },
    stopAiming: () => setAiming(false),
    endHint() {
      isHinting = false
      view.mark({ hint: [] })
    },
  }
}
