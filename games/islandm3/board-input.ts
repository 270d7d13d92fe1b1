import { announce } from '../kit/hud/dom.ts'
import type { Boosters } from './boosters.ts'
import { areNeighbours, type Cell, cellAt, getColumn, getRow } from './core/board.ts'
import type { Messages } from './messages/en.ts'
import type { RoundController } from './round-controller.ts'
import type { Sound } from './sound.ts'
import type { BoardView } from './view/board-view.ts'

interface Deps {
  readonly field: HTMLElement
  readonly controller: RoundController
  readonly boosters: Boosters
  readonly view: BoardView
  readonly sound: Sound
  messages(): Messages
}

interface BoardInput extends Deps {
  picked: Cell | null
  cursor: Cell
  /** True when the last input was a key: only then is the cursor visible. */
  usesKeys: boolean
  press: { cell: Cell; x: number; y: number; wasPicked: boolean } | null
}

/** Minimum swipe length, as a share of a cell; a shorter move is a tap. */
const SWIPE_DISTANCE = 0.45

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Translates taps, swipes and keys on the board into picks, swaps and bombs.
 * @returns a function to deselect the picked piece.
 */
export function listenToBoard(deps: Deps): () => void {
  const input: BoardInput = { ...deps, picked: null, cursor: 0, usesKeys: false, press: null }
  const { field } = input
  field.addEventListener('pointerdown', (event) => startPress(input, event))
  field.addEventListener('pointermove', (event) => movePointer(input, event))
  field.addEventListener('pointerup', (event) => endPress(input, event))
  field.addEventListener('pointercancel', () => {
    input.press = null
  })
  field.addEventListener('focus', () => showCursor(input))
  field.addEventListener('blur', () => markCursor(input, null))
  field.addEventListener('keydown', (event) => pressKey(input, event))
  for (const type of ['keydown', 'pointerdown'] as const) {
    const setUsesKeys = () => {
      input.usesKeys = type === 'keydown'
    }
    addEventListener(type, setUsesKeys, { capture: true })
  }
  return () => pick(input, null)
}

function startPress(input: BoardInput, event: PointerEvent): void {
  const { field, boosters, picked } = input
  const cell = input.view.cellUnder(event.clientX, event.clientY)
  if (cell === null || !event.isPrimary || !input.controller.isOpen()) return
  field.setPointerCapture(event.pointerId)
  field.classList.remove('has-cursor')
  markCursor(input, null)
  input.cursor = cell
  input.press = { cell, x: event.clientX, y: event.clientY, wasPicked: picked === cell }
  if (boosters.isAiming()) boosters.aimAt(cell)
  else if (picked === null) pick(input, cell)
}

function movePointer(input: BoardInput, event: PointerEvent): void {
  const { field, boosters, controller, press } = input
  if (boosters.isAiming()) {
    const aimed = input.view.cellUnder(event.clientX, event.clientY)
    if (aimed !== null) boosters.aimAt(aimed)
    return
  }
  if (!press || !controller.isOpen()) return
  const across = event.clientX - press.x
  const down = event.clientY - press.y
  const cellSize = field.clientWidth / controller.round().board.columns
  if (Math.max(Math.abs(across), Math.abs(down)) < cellSize * SWIPE_DISTANCE) return
  input.press = null
  const isSideways = Math.abs(across) > Math.abs(down)
  const target = getNeighbour(input, press.cell, isSideways ? [Math.sign(across), 0] : [0, Math.sign(down)])
  if (target !== undefined) swap(input, press.cell, target)
}

function endPress(input: BoardInput, event: PointerEvent): void {
  if (!input.press) return
  const { cell, wasPicked } = input.press
  input.press = null
  if (input.boosters.isAiming()) choose(input, input.view.cellUnder(event.clientX, event.clientY) ?? cell)
  else if (input.picked !== cell || wasPicked) choose(input, cell)
}

function pressKey(input: BoardInput, event: KeyboardEvent): void {
  const direction = STEPS[event.key]
  if (direction) {
    input.cursor = getNeighbour(input, input.cursor, direction) ?? input.cursor
    showCursor(input)
  } else if (event.key === ' ' || event.key === 'Enter') choose(input, input.cursor)
  else if (event.key === 'Escape') {
    if (input.picked !== null) pick(input, null)
    input.boosters.stopAiming()
  } else return
  event.preventDefault()
}

/** Handles a tap or Space: drops the bomb, completes the swap, or picks another piece. */
function choose(input: BoardInput, cell: Cell): void {
  const { boosters, controller, picked } = input
  if (!controller.isOpen()) return
  if (boosters.isAiming()) boosters.dropAt(cell)
  else if (picked !== null && areNeighbours(controller.round().board, picked, cell)) swap(input, picked, cell)
  else pick(input, picked === cell ? null : cell)
}

function pick(input: BoardInput, cell: Cell | null): void {
  input.picked = cell
  input.view.mark({ picked: cell })
  if (cell === null) return
  input.sound.play('press')
  announce(input.messages().picked(input.controller.getPieceName(cell)))
}

function swap(input: BoardInput, from: Cell, to: Cell): void {
  pick(input, null)
  void input.controller.swap(from, to)
}

function showCursor(input: BoardInput): void {
  const { field, boosters, controller, usesKeys } = input
  // A new level may have a smaller board.
  input.cursor = Math.min(input.cursor, controller.round().board.pieces.length - 1)
  field.classList.toggle('has-cursor', usesKeys)
  markCursor(input, usesKeys ? input.cursor : null)
  if (usesKeys && boosters.isAiming()) boosters.aimAt(input.cursor)
}

function markCursor({ view, controller }: BoardInput, cell: Cell | null): void {
  view.mark({ cursor: cell })
  if (cell !== null) announce(controller.describe(cell))
}

function getNeighbour(
  { controller }: BoardInput,
  cell: Cell,
  [across, down]: readonly [number, number],
): Cell | undefined {
  const { board } = controller.round()
  return cellAt(board, getColumn(board, cell) + across, getRow(board, cell) + down)
}
