import type { Game } from '@playhub/contract'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { tintOf } from '../../ui/game.ts'
import { Wordmark } from '../../ui/wordmark.tsx'
import type { PaymentVariant } from '../order/payment-result.ts'
import type { Stage } from './payment-stage.ts'

type LayoutProps = {
  variant: PaymentVariant
  stage: Stage
  game: Game | undefined
  /** A question or a moment stands over the screen. */
  isCovered: boolean
  onLeave: () => void
  children: ReactNode
}

/** Left what you buy, right how you pay; one column on phones. The game lights the room. */
export function PaymentLayout(props: LayoutProps) {
  const { stage, game, children } = props
  const isSplit = stage.name !== 'closed'
  const content = (
    <div
      aria-busy={stage.name === 'loading'}
      className={cx(
        'page-width tinted py-4 md:py-10',
        isSplit &&
          'grid content-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] md:gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-14',
      )}
      style={game && tintOf(game)}
    >
      {children}
    </div>
  )
  if (props.variant === 'overlay') return <Overlay {...props}>{content}</Overlay>
  return (
    // As high as the window while it is on its way, so that no footer jumps.
    <main id="content" className={cx('flex grow flex-col', stage.name === 'loading' && 'min-h-dvh')}>
      {content}
    </main>
  )
}

/** A screen over the game: a slim bar with the way out, and Escape for it. */
function Overlay({ children, onLeave, isCovered, stage }: LayoutProps) {
  const { t } = useTranslation(['payments', 'common'])
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const isUnderWay = stage.name === 'choosing' || stage.name === 'paying'
  return (
    <div
      ref={place}
      role="dialog"
      aria-modal="true"
      aria-label={t('title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isCovered) return
        // The question that this opens would hear the same press and close again.
        event.stopPropagation()
        onLeave()
      }}
      className="fixed inset-0 z-40 flex animate-appear scroll-pt-18 scroll-pb-28 flex-col overflow-y-auto bg-ink-0 outline-none md:scroll-pb-0"
    >
      <div className="sticky top-0 z-10 border-b border-line bg-ink-0/95 backdrop-blur-md">
        <div className="page-width flex h-14 items-center justify-between">
          <Wordmark />
          <IconButton label={t(isUnderWay ? 'cancel.action' : 'common:close')} onClick={onLeave}>
            <X size={22} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {children}
    </div>
  )
}
