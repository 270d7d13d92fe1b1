import { announce, byId } from '../kit/hud/dom.ts'
import type { Cell } from './core/board.ts'
import { createBlast } from './core/specials.ts'
import { MOVES_IN_PACK } from './items.ts'
import type { Messages } from './messages/en.ts'
import type { RoundController } from './round-controller.ts'
import type { Bag } from './save.ts'
import type { Sound } from './sound.ts'
import type { BoardView } from './view/board-view.ts'

interface Deps {
  controller: RoundController
  view: BoardView
  sound: Sound
  messages(): Messages
  bag(): Bag
  spend(kind: keyof Bag): void
  openShop(): void
}

export interface Boosters {
  hint(): void
  toggleBomb(): void
  moreMoves(): void
  isAiming(): boolean
  /** Highlights the cells a bomb on this cell would hit. */
  aimAt(cell: Cell): void
  dropAt(cell: Cell): void
  /** Cancels the bomb without spending it. */
  stopAiming(): void
  /** Removes the hint; call it when the board changes. */
  endHint(): void
}

/** The hint, the bomb and the move pack. Using a missing one opens the shop. */
export function createBoosters(deps: Deps): Boosters {
  const { controller, view, sound, messages, bag, spend, openShop } = deps
  let isAiming = false
  let isHinting = false

  function setAiming(isOn: boolean): void {
    isAiming = isOn
    byId('use-bomb').setAttribute('aria-pressed', String(isOn))
    if (!isOn) view.mark({ aim: [] })
  }

  return {
    hint() {
      if (!controller.isOpen() || isHinting) return
      if (bag().hints === 0) return openShop()
      const move = controller.bestMove()
      if (!move) return
      spend('hints')
      setAiming(false)
      isHinting = true
      sound.play('special')
      view.mark({ hint: [move.from, move.to] })
      announce(messages().hintIs(controller.describe(move.from), controller.describe(move.to)))
    },
    toggleBomb() {
      if (!controller.isOpen()) return
      if (bag().bombs === 0) return openShop()
      setAiming(!isAiming)
      announce(isAiming ? messages().aim : messages().aimOff)
      if (isAiming) byId('board').focus()
    },
    moreMoves() {
      if (bag().movePacks === 0) return openShop()
      if (!controller.isOpen()) return
      spend('movePacks')
      controller.addMoves(MOVES_IN_PACK)
      sound.play('special')
      announce(messages().movesAdded)
    },
    isAiming: () => isAiming,
    aimAt: (cell) => view.mark({ aim: createBlast(controller.round().board, cell, 'bomb').cells }),
    dropAt(cell) {
      setAiming(false)
      spend('bombs')
      void controller.drop(cell)
    },
    stopAiming: () => setAiming(false),
    endHint() {
      isHinting = false
      view.mark({ hint: [] })
    },
  }
}
