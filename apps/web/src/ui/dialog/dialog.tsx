import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons; the main one last. */
  actions?: ReactNode
  /** Neither Escape nor a press outside closes it, and there is no cross. */
  mustBeAnswered?: boolean
  isTitleHidden?: boolean
  /** Stands above the title: what a glance should tell. */
  picture?: ReactNode
  className?: string
}

const fetchFrame = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(() => fetchFrame().then((loaded) => ({ default: loaded.DialogFrame })))

/**
 * A question or a result above the page. It fades for 300 ms, keeps the focus inside, gives it back when it closes,
 * and closes by Escape or a press outside unless it must be answered. Its works are
 * fetched after the page that may open it, not before.
 */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => void fetchFrame().catch(() => undefined), [])
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  )
}
