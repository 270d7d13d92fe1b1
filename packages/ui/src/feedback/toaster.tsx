import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { toast as sonner, Toaster } from 'sonner'
import { findOverlayRoot, onFullScreen } from '../overlay-root.ts'

export type ToastKind = 'success' | 'error' | 'info'

const DURATION_MS = 2_000
const MAX_VISIBLE = 5

const icons = {
  success: <CircleCheck size={20} className="text-paid" aria-hidden="true" />,
  error: <CircleAlert size={20} className="text-fail" aria-hidden="true" />,
  info: <Info size={20} className="text-cool" aria-hidden="true" />,
}

mountToaster()

export type ToastAction = { label: string; onClick: () => void; durationMs: number }

/** @param action  A button, for as long as the toast is shown. */
export function showToast(kind: ToastKind, text: string, id?: string, action?: ToastAction): void {
  sonner[kind](text, { id, ...(action && { action, duration: action.durationMs }) })
}

/** This module is loaded with the first toast. */
function mountToaster(): void {
  const container = document.createElement('div')
  const place = () => findOverlayRoot().append(container)
  place()
  onFullScreen(place)
  createRoot(container).render(
    <Toaster
      position="top-center"
      duration={DURATION_MS}
      visibleToasts={MAX_VISIBLE}
      expand
      style={{ fontFamily: 'inherit' }}
      gap={8}
      offset={{ top: 76 }}
      mobileOffset={{ top: 68 }}
      icons={icons}
      containerAriaLabel=" "
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-control border border-line bg-ink-2 px-4 py-3 text-15 text-text shadow-float',
          icon: 'shrink-0',
          actionButton: 'ms-auto min-h-11 shrink-0 px-2 font-semibold underline underline-offset-4',
        },
      }}
    />,
  )
}
