import { IconButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getTint } from '../../ui/game.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import type { Stage } from './payment-stage.ts'

/** A separate page, or a screen over a running game. */
export type PaymentVariant = 'page' | 'overlay'

/** Handles the browser's Back button over a game. @returns whether the screen stays open */
export type BackHandler = () => boolean

type LayoutProps = {
  variant: PaymentVariant
  stage: { name: Stage['name'] | 'loggedOut' }
  /** The game's colour, once the payment has loaded. */
  tint: string | undefined
  /** A dialog is open above the screen. */
  hasDialog: boolean
  onLeave: () => void
  children: ReactNode
}

const splitClass =
  'grid grid-cols-1 content-start gap-6 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] @2xl:gap-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] @4xl:gap-14'

/** Order summary on the left and payment on the right, one column on phones, in the game's colours. */
export function PaymentLayout(props: LayoutProps) {
  const { variant, stage, tint, children } = props
  const isSplit = stage.name !== 'unavailable' && stage.name !== 'loggedOut'
  const content = (
    <div
      aria-busy={stage.name === 'loading'}
      className={cx('page-width tinted @container py-4', variant === 'page' ? 'md:py-10' : 'md:py-6')}
      style={getTint(tint)}
    >
      {isSplit ? <div className={splitClass}>{children}</div> : children}
    </div>
  )
  if (variant === 'overlay') return <Overlay {...props}>{content}</Overlay>
  return (
    <main id="content" className="checkout flex grow flex-col">
      {content}
    </main>
  )
}

/** A sheet over the dimmed game, with a close button on Escape as well. Its size stays, whatever it shows. */
function Overlay({ children, onLeave, hasDialog, stage }: LayoutProps) {
  const { t } = useTranslation(['payments', 'common'])
  const dialog = useRef<HTMLDivElement>(null)
  useEffect(() => dialog.current?.focus(), [])
  const isCancellable = stage.name === 'choosing' || stage.name === 'paying'
  return (
    <div className="payment-backdrop">
      <div
        ref={dialog}
        role="dialog"
        aria-modal="true"
        aria-label={t('title')}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || hasDialog) return
          // Otherwise the opened dialog would receive the same key press and close.
          event.stopPropagation()
          onLeave()
        }}
        className="payment-sheet"
      >
        <div className="sticky top-0 z-10 border-b border-line bg-ink-0/95 backdrop-blur-md">
          <div className="page-width flex h-14 items-center justify-between">
            <Wordmark />
            <IconButton label={t(isCancellable ? 'cancel.action' : 'common:close')} onClick={onLeave}>
              <X size={22} aria-hidden="true" />
            </IconButton>
          </div>
        </div>
        {children}
      </div>
    </div>
  )
}
