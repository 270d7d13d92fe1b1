import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'

/**
 * A button that opens a short list of links and actions. It is a `<details>`, so it opens without any JavaScript;
 * with it, Escape, a press elsewhere, the focus going elsewhere and a choice close it, and arrow keys walk.
 */
export function Menu(props: {
  label: string
  button: ReactNode
  buttonClassName?: string
  children: ReactNode
  className?: string
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => closeOnPressElsewhere(details), [])
  return (
    <details
      ref={details}
      className={cx('relative', props.className)}
      onKeyDown={(event) => walk(event, details.current)}
      onBlur={({ relatedTarget }) => hasLeft(relatedTarget, details.current) && close(details.current)}
    >
      <summary title={props.label} className={props.buttonClassName}>
        {props.button}
        <span className="sr-only">{props.label}</span>
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the presses of the links and buttons inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key press on a link or a button arrives as a click */}
      <div
        onClick={(event) => isChoice(event.target) && close(details.current)}
        className="absolute end-0 top-full z-40 mt-2 min-w-56 animate-appear rounded-card border border-line bg-ink-1 p-2 shadow-float"
      >
        {props.children}
      </div>
    </details>
  )
}

/** The look of one line in a menu, for a link or a button. */
export const menuItemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-start text-15 text-text transition-colors ' +
  'duration-150 hover:bg-ink-2 aria-[current=true]:text-warm'

const isChoice = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button:not([data-keeps-open])') !== null

/** The focus does not stay in what is hidden. */
function close(details: HTMLDetailsElement | null): void {
  if (!details?.open) return
  if (details.contains(document.activeElement)) details.querySelector('summary')?.focus()
  details.open = false
}

/** Without a new place the focus has only gone to another window, or nowhere. */
const hasLeft = (place: EventTarget | null, details: HTMLDetailsElement | null) =>
  place instanceof Node && !details?.contains(place)

function closeOnPressElsewhere(details: { current: HTMLDetailsElement | null }) {
  const onPress = (event: PointerEvent) => {
    if (event.target instanceof Node && !details.current?.contains(event.target)) close(details.current)
  }
  document.addEventListener('pointerdown', onPress)
  return () => document.removeEventListener('pointerdown', onPress)
}

function walk(event: KeyboardEvent, details: HTMLDetailsElement | null): void {
  if (!details) return
  if (event.key === 'Escape' && details.open) {
    event.stopPropagation()
    close(details)
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  details.open = true
  const choices = [...details.querySelectorAll<HTMLElement>('div a, div button')]
  const place = choices.indexOf(document.activeElement as HTMLElement)
  const next = place === -1 && step === -1 ? -1 : place + step
  choices.at(next % choices.length)?.focus()
}
