import { lazy, Suspense, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldError } from '../../ui/form/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const AltchaWidget = lazy(() => import('./altcha-widget.tsx'))

export type RobotCheckPurpose = 'registration' | 'login' | 'recovery'

/** "I am not a robot": the browser solves a small puzzle of the hub's own. Its code is fetched when it is shown. */
export function RobotCheck(props: {
  purpose: RobotCheckPurpose
  value: string
  onChange: (solution: string) => void
  error?: string
}) {
  const { purpose, value, onChange, error } = props
  const { t, i18n } = useTranslation('accounts')
  const id = useId()
  const words = useMemo(
    () => ({
      label: t('robot.label'),
      loading: t('robot.verifying'),
      verifying: t('robot.verifying'),
      verified: t('robot.verified'),
      error: t('robot.error'),
      expired: t('robot.expired'),
      waitAlert: t('robot.verifying'),
    }),
    [t],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would be one more line to look at
    <div role="group" aria-label={t('robot.group')} aria-describedby={error ? `${id}-error` : undefined}>
      <div data-invalid={error ? '' : undefined} className="min-h-12">
        <Suspense fallback={<Skeleton className="h-12" />}>
          <AltchaWidget
            challengeUrl={`/api/captcha/challenge?purpose=${purpose}`}
            language={i18n.language}
            words={words}
            value={value}
            onChange={onChange}
          />
        </Suspense>
      </div>
      <p role="status" className="sr-only">
        {value && words.verified}
      </p>
      <div className="mt-1.5">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  )
}
