import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

/**
 * A dropdown menu with links and actions. It is a `<details>`, so it opens without JavaScript. With
 * JavaScript, Escape, a click or focus outside, and a selection close it, and arrow keys move the focus.
 */
export function Menu(props: {
  label: string
  button: ReactNode
  buttonClassName?: string
  children: ReactNode
  className?: string
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeOnPressOutside(details), [])
  return (
    <details
      ref={details}
      className={cx('relative', props.className)}
      onKeyDown={(event) => onKeyDown(event, details.current)}
      onBlur={({ relatedTarget }) => isOutside(relatedTarget, details.current) && close(details.current)}
    >
      <summary title={props.label} className={props.buttonClassName}>
        {props.button}
        <span className="sr-only">{props.label}</span>
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles bubbling clicks of the links and buttons inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard triggers a click on links and buttons */}
      <div
        onClick={(event) => isSelection(event.target) && close(details.current)}
        className="absolute end-0 top-full z-40 mt-2 min-w-56 animate-appear rounded-card border border-line bg-ink-1 p-2 shadow-float"
      >
        {props.children}
      </div>
    </details>
  )
}

/** Classes for a menu item, which is a link or a button. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start text-15 text-text transition-colors ' +
  'duration-150 hover:bg-ink-2 aria-[current=true]:text-warm'

const isSelection = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button:not([data-keeps-open])') !== null

/** Moves the focus out of the menu before it is hidden. */
function close(details: HTMLDetailsElement | null): void {
  if (!details?.open) return
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
  details.open = false
}

/** False for null: the focus has left the window or the document. */
const isOutside = (target: EventTarget | null, details: HTMLDetailsElement | null) =>
  target instanceof Node && !details?.contains(target)

function closeOnPressOutside(details: { current: HTMLDetailsElement | null }) {
  const onPointerDown = ({ target }: PointerEvent) =>
    isOutside(target, details.current) && close(details.current)
  // A page learns of a press in a frame only by the moved focus.
  const onBlur = () => document.activeElement instanceof HTMLIFrameElement && close(details.current)
  document.addEventListener('pointerdown', onPointerDown)
  window.addEventListener('blur', onBlur)
  return () => {
    document.removeEventListener('pointerdown', onPointerDown)
    window.removeEventListener('blur', onBlur)
  }
}

function onKeyDown(event: KeyboardEvent, details: HTMLDetailsElement | null): void {
  if (!details) return
  if (event.key === 'Escape' && details.open) {
    event.stopPropagation()
    close(details)
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  details.open = true
  const items = [...details.querySelectorAll<HTMLElement>('div a, div button')]
  const index = items.findIndex((item) => item.matches(':focus'))
  const next = index === -1 && step === -1 ? -1 : index + step
  items.at(next % items.length)?.focus()
}
