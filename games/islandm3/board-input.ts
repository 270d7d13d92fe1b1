import { areNeighbours, type Board, type Cell, cellAt, getColumn, getRow } from './core/board.ts'

export interface BoardListeners {
  board(): Board
  /** True while the board accepts input. */
  isOpen(): boolean
  /** True while the player chooses a cell for the bomb. */
  isAiming(): boolean
  onPick(cell: Cell | null): void
  onSwap(from: Cell, to: Cell): void
  onAim(cell: Cell): void
  onDrop(cell: Cell): void
  onCancel(): void
  /** The keyboard cursor has moved; null hides it. */
  onCursor(cell: Cell | null): void
}

/** Minimum swipe length, as a share of a cell; a shorter move is a tap. */
const SWIPE_DISTANCE = 0.45

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export interface Input {
  /** Deselects the picked piece. */
  cancelPick(): void
}

/** Translates taps, swipes and keys on the board into picks and swaps. */
export function listenToBoard(
  field: HTMLElement,
  cellUnder: (x: number, y: number) => Cell | null,
  on: BoardListeners,
): Input {
  let picked: Cell | null = null
  let cursor: Cell = 0
  /** True when the last input was a key: only then is the cursor visible. */
  let usesKeys = false
  let press: { cell: Cell; x: number; y: number; wasPicked: boolean } | null = null

  const pickUp = (cell: Cell | null) => {
    picked = cell
    on.onPick(cell)
  }

  const swapWith = (from: Cell, to: Cell) => {
    pickUp(null)
    on.onSwap(from, to)
  }

  /** Handles a tap or Space: drops the bomb, completes the swap, or picks another piece. */
  function choose(cell: Cell): void {
    if (!on.isOpen()) return
    if (on.isAiming()) on.onDrop(cell)
    else if (picked !== null && areNeighbours(on.board(), picked, cell)) swapWith(picked, cell)
    else pickUp(picked === cell ? null : cell)
  }

  function neighbourTowards(cell: Cell, across: number, down: number): Cell | undefined {
    const isSideways = Math.abs(across) > Math.abs(down)
    const board = on.board()
    const column = getColumn(board, cell) + (isSideways ? Math.sign(across) : 0)
    return cellAt(board, column, getRow(board, cell) + (isSideways ? 0 : Math.sign(down)))
  }

  field.addEventListener('pointerdown', (event) => {
    const cell = cellUnder(event.clientX, event.clientY)
    if (cell === null || !event.isPrimary || !on.isOpen()) return
    field.setPointerCapture(event.pointerId)
    field.classList.remove('has-cursor')
    on.onCursor(null)
    cursor = cell
    press = { cell, x: event.clientX, y: event.clientY, wasPicked: picked === cell }
    if (on.isAiming()) on.onAim(cell)
    else if (picked === null) pickUp(cell)
  })

  field.addEventListener('pointermove', (event) => {
    if (on.isAiming()) {
      const aimed = cellUnder(event.clientX, event.clientY)
      if (aimed !== null) on.onAim(aimed)
      return
    }
    if (!press || !on.isOpen()) return
    const across = event.clientX - press.x
    const down = event.clientY - press.y
    const cellSize = field.clientWidth / on.board().columns
    if (Math.max(Math.abs(across), Math.abs(down)) < cellSize * SWIPE_DISTANCE) return
    const { cell } = press
    press = null
    const target = neighbourTowards(cell, across, down)
    if (target !== undefined) swapWith(cell, target)
  })

  field.addEventListener('pointerup', (event) => {
    if (!press) return
    const { cell, wasPicked } = press
    press = null
    if (on.isAiming()) return choose(cellUnder(event.clientX, event.clientY) ?? cell)
    if (picked !== cell || wasPicked) choose(cell)
  })
  field.addEventListener('pointercancel', () => {
    press = null
  })

  const setUsesKeys = (isKey: boolean) => () => {
    usesKeys = isKey
  }
  addEventListener('keydown', setUsesKeys(true), { capture: true })
  addEventListener('pointerdown', setUsesKeys(false), { capture: true })

  const showCursor = () => {
    cursor = Math.min(cursor, on.board().pieces.length - 1) // a new level may have a smaller board
    field.classList.toggle('has-cursor', usesKeys)
    on.onCursor(usesKeys ? cursor : null)
    if (usesKeys && on.isAiming()) on.onAim(cursor)
  }
  field.addEventListener('focus', showCursor)
  field.addEventListener('blur', () => on.onCursor(null))

  function step([across, down]: readonly [number, number]): void {
    const board = on.board()
    cursor = cellAt(board, getColumn(board, cursor) + across, getRow(board, cursor) + down) ?? cursor
    showCursor()
  }

  function cancel(): void {
    if (picked !== null) pickUp(null)
    on.onCancel()
  }

  field.addEventListener('keydown', (event) => {
    const direction = STEPS[event.key]
    if (direction) step(direction)
    else if (event.key === ' ' || event.key === 'Enter') choose(cursor)
    else if (event.key === 'Escape') cancel()
    else return
    event.preventDefault()
  })

  return {
    cancelPick: () => pickUp(null),
  }
}
