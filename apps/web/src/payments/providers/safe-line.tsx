import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Who gets to see the card. */
export function SafeLine({ provider }: { provider: PaymentProvider }) {
  const { t } = useTranslation('payments')
  return (
    <p className="flex items-center justify-center gap-1.5 text-13 text-pretty text-soft">
      <Lock size={14} aria-hidden="true" className="shrink-0" />
      {t(`safe.${provider}`)}
    </p>
  )
}
