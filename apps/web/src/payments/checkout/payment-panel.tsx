import { Button } from '@playhub/ui/button.tsx'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentVariant } from './payment-layout.tsx'

/** The right half of the payment screen: a heading, the current step, and the cancel button. */
export function PaymentPanel(props: {
  variant: PaymentVariant
  title: string
  /** Focuses the heading, for a step in place of another one and its focused control. */
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
