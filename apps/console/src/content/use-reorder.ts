import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react'

export type Reorder = ReturnType<typeof useReorder>

/** Moves rows by dragging a handle, with mouse, pen or finger, by the arrow keys on it, and by buttons. */
export function useReorder(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLTableSectionElement>(null)
  const [dragged, setDragged] = useState<{ from: number; to: number }>()
  const [moved, setMoved] = useState<{ to: number; step: number }>()
  // A row that moves loses its focus.
  useLayoutEffect(() => {
    if (!moved) return
    const row = list.current?.rows[moved.to]
    const find = (selector: string) => row?.querySelector<HTMLElement>(selector)
    const button = find(`[data-step="${moved.step}"]:enabled`) ?? find('[data-handle]')
    button?.focus()
  }, [moved])
  const move = (from: number, to: number, step = 0) => {
    if (to < 0 || to >= count || to === from) return
    onMove(from, to)
    setMoved({ to, step })
  }
  const findRow = (y: number) => {
    const rows = [...(list.current?.rows ?? [])]
    const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
    return below === -1 ? rows.length - 1 : below
  }
  const over = dragged && dragged.to !== dragged.from ? dragged : undefined
  return {
    list,
    move,
    /** Place of the last moved row, for screen readers. */
    moved,
    /** Shows the dragged row, and where it goes. */
    getRowClass: (index: number) =>
      over &&
      ((over.from === index && 'opacity-50') ||
        (over.to === index &&
          (over.from < index ? 'shadow-[0_2px_0_var(--cool)]' : 'shadow-[0_-2px_0_var(--cool)]'))),
    /** A button that moves its row one place up (-1) or down (1). */
    getStep: (index: number, step: 1 | -1) => ({
      'data-step': step,
      disabled: index + step < 0 || index + step >= count,
      onClick: () => move(index, index + step, step),
    }),
    getHandle: (index: number) => ({
      'data-handle': true,
      onKeyDown(event: KeyboardEvent) {
        const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
        if (step === 0) return
        event.preventDefault()
        move(index, index + step)
      },
      onPointerDown(event: PointerEvent) {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged({ from: index, to: index })
      },
      onPointerMove: (event: PointerEvent) =>
        dragged && setDragged({ from: dragged.from, to: findRow(event.clientY) }),
      onPointerUp() {
        if (dragged) move(dragged.from, dragged.to)
        setDragged(undefined)
      },
      onPointerCancel: () => setDragged(undefined),
    }),
  }
}
