import { lazy, Suspense, useEffect, useState } from 'react'
import type { DialogProps } from './dialog-frame.tsx'

const importFrame = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(() => importFrame().then((loaded) => ({ default: loaded.DialogFrame })))

/** A modal dialog. It traps the focus and restores it on close. Its code loads in the background, after its page. */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen)
  if (props.isOpen && !wasOpen) setWasOpen(true)
  useEffect(() => void importFrame().catch(() => undefined), [])
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  )
}
