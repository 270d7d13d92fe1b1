import type { OperatorMe } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import { useTranslation } from 'react-i18next'

/** Marks a hub outside production. */
export function EnvironmentStripe({ environment }: { environment: OperatorMe['environment'] }) {
  const { t } = useTranslation()
  if (environment === 'production') return null
  return (
    <aside
      aria-label={t(`environment.${environment}`)}
      className={cx(
        'grid min-h-6 place-items-center px-4 text-center text-13 font-semibold',
        environment === 'sandbox' ? 'environment-sandbox' : 'environment-staging',
      )}
    >
      <span className={environment === 'sandbox' ? 'rounded-sm bg-[oklch(0.36_0.16_300)] px-2' : undefined}>
        {t(`environment.${environment}`)}
      </span>
    </aside>
  )
}
