import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { iconButtonClass } from '../button.tsx'
import { cx } from '../cx.ts'
import { useOverlayRoot } from '../overlay-root.ts'

export type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons; the main one last. */
  actions?: ReactNode
  /** Disables Escape, clicks outside, and the close button. */
  mustBeAnswered?: boolean
  isTitleHidden?: boolean
  /** Shown above the title. */
  picture?: ReactNode
  className?: string
}

/** The lazily loaded part of a dialog. */
export function DialogFrame(props: DialogProps) {
  const { t } = useTranslation()
  const { isOpen, onClose, mustBeAnswered } = props
  return (
    <Base.Root
      open={isOpen}
      disablePointerDismissal={mustBeAnswered}
      onOpenChange={(open, event) => {
        if (open) return
        if (mustBeAnswered && event.reason === 'escape-key') return
        onClose()
      }}
    >
      <Base.Portal container={useOverlayRoot()}>
        <Base.Backdrop className={cx('fixed inset-0 z-50 bg-shade backdrop-blur-[3px]', fade)} />
        <Base.Viewport className="fixed inset-0 z-50 grid grid-cols-1 place-items-end overflow-y-auto p-3 md:place-items-center">
          <Base.Popup
            className={cx(
              'relative w-full max-w-md rounded-card border border-line bg-ink-1 p-6 text-text shadow-float outline-none',
              fade,
              'data-starting-style:translate-y-3 data-ending-style:translate-y-2',
              props.className,
            )}
          >
            {props.picture && <div className="mb-5">{props.picture}</div>}
            <Base.Title
              className={
                props.isTitleHidden
                  ? 'sr-only'
                  : cx('heading text-18', !mustBeAnswered && !props.picture && 'pe-10')
              }
            >
              {props.title}
            </Base.Title>
            {props.description && (
              <Base.Description className="mt-2 text-15 text-soft">{props.description}</Base.Description>
            )}
            {props.children && <div className="mt-4">{props.children}</div>}
            {props.actions && (
              <div className="mt-6 flex flex-col gap-2 md:flex-row md:justify-end">{props.actions}</div>
            )}
            {!mustBeAnswered && (
              <Base.Close aria-label={t('close')} className={cx(iconButtonClass, 'absolute end-3 top-3')}>
                <X size={20} />
              </Base.Close>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

const fade =
  'transition-[opacity,translate] duration-300 ease-out data-starting-style:opacity-0 data-ending-style:opacity-0'
