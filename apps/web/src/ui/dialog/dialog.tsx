import { lazy, Suspense, useEffect, useState } from 'react'
import type { DialogProps } from './dialog-frame.tsx'

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
