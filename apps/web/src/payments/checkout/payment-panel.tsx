import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import type { PaymentVariant } from '../order/payment-result.ts'

/** How you pay: a heading, whatever is asked now, and the way out below it. */
export function PayPanel(props: {
  variant: PaymentVariant
  title: string
  /** The step came in another's place: its heading takes the focus, which would be lost otherwise. */
  takesFocus: boolean
  onCancel: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('payments')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { takesFocus } = props
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const Title = props.variant === 'page' ? 'h1' : 'h2'
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Title ref={heading} id={id} tabIndex={-1} className="heading mb-5 text-24 outline-none">
        {props.title}
      </Title>
      {props.children}
      <Button kind="quiet" isWide className="mt-2" onClick={props.onCancel}>
        {t('cancel.action')}
      </Button>
    </section>
  )
}

/** On phones the button that pays stays at the bottom of the screen. */
export function PayBar({ children }: { children: ReactNode }) {
  return (
    <div className="pay-bar sticky bottom-0 z-10 -mx-4 mt-6 border-t border-line bg-ink-0/95 px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] backdrop-blur-md md:static md:mx-0 md:border-0 md:bg-transparent md:p-0 md:backdrop-blur-none">
      {children}
    </div>
  )
}
