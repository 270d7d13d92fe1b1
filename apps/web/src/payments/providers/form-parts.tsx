import { type ReactNode, useEffect, useRef } from 'react'
import { Spinner } from '../../ui/spinner.tsx'

/**
 * The payment goes on somewhere else. This comes in place of what was pressed last, and takes the focus, unless that is in
 * a dialog above: how the payment ended may be known before its window is seen to be closed.
 */
export function WaitingPanel(props: {
  title: string
  text: string
  /** There is something for the player to do here first. */
  isHeld?: boolean
  children?: ReactNode
}) {
  const { title, text, isHeld = false, children } = props
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = document.activeElement?.closest('[role=dialog]')
    if (!dialog || dialog.contains(panel.current)) panel.current?.focus()
  }, [])
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="surface flex flex-col items-center gap-4 p-5 pt-8 text-center outline-none"
    >
      {!isHeld && <Spinner label={title} />}
      <div>
        <p aria-hidden={!isHeld} className="text-18 font-semibold">
          {title}
        </p>
        <p className="mt-1 text-15 text-pretty text-soft">{text}</p>
      </div>
      <div className="mt-1 flex w-full flex-col gap-1">{children}</div>
    </div>
  )
}
