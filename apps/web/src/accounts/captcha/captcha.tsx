import { FieldError } from '@playhub/ui/form/field.tsx'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { lazy, Suspense, useId, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { requireCaptcha, useIsCaptchaRequired } from './failed-attempts.ts'

const AltchaWidget = lazy(() => import('./altcha-widget.tsx'))

export type CaptchaPurpose = 'registration' | 'login' | 'recovery'

/** The hub's own proof-of-work captcha. The widget loads when it is first shown. */
export function CaptchaField(props: {
  purpose: CaptchaPurpose
  value: string
  onChange: (solution: string) => void
  error?: string
}) {
  const { purpose, value, onChange, error } = props
  const { t, i18n } = useTranslation('accounts')
  const id = useId()
  const isSecure = useIsSecureContext()
  const labels = useMemo(
    () => ({
      label: t('captcha.label'),
      loading: t('captcha.verifying'),
      verifying: t('captcha.verifying'),
      verified: t('captcha.verified'),
      error: t('captcha.error'),
      expired: t('captcha.expired'),
      waitAlert: t('captcha.verifying'),
    }),
    [t],
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would add a visible line
    <div role="group" aria-label={t('captcha.group')} aria-describedby={error ? `${id}-error` : undefined}>
      <div data-invalid={error ? '' : undefined} className="min-h-12">
        {isSecure ? (
          <Suspense fallback={<Skeleton className="h-12" />}>
            <AltchaWidget
              challengeUrl={`/api/captcha/challenge?purpose=${purpose}`}
              language={i18n.language}
              labels={labels}
              value={value}
              onChange={onChange}
            />
          </Suspense>
        ) : (
          <FieldError id={`${id}-insecure`}>{t('captcha.insecure')}</FieldError>
        )}
      </div>
      <p role="status" className="sr-only">
        {value && labels.verified}
      </p>
      <div className="mt-1.5">
        <FieldError id={`${id}-error`}>{error}</FieldError>
      </div>
    </div>
  )
}

/** False over plain http, except on this machine: there the browser has no `crypto.subtle`, which the check needs. */
function useIsSecureContext(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => window.isSecureContext,
    () => true,
  )
}

export function OptionalCaptcha(props: { purpose: CaptchaPurpose; captcha: ReturnType<typeof useCaptcha> }) {
  const { isRequired, solution, setSolution, issue } = props.captcha
  const getErrorMessage = useErrorMessage()
  if (!isRequired) return null
  return (
    <CaptchaField
      purpose={props.purpose}
      value={solution}
      onChange={setSolution}
      error={getErrorMessage(issue)}
    />
  )
}

/** A captcha required only after failed attempts: render it with `OptionalCaptcha`. */
export function useCaptcha() {
  const isRequired = useIsCaptchaRequired()
  const [solution, setSolution] = useState('')
  const [issue, setIssue] = useState<string>()
  return {
    isRequired,
    isMissing: isRequired && !solution,
    solution,
    issue: solution ? undefined : issue,
    setSolution,
    /** Call it after each request: a solution is valid once. */
    clear: () => {
      setSolution('')
      setIssue(undefined)
    },
    /** The server requires a captcha, or has refused the solution. */
    onRefusal: ({ code }: { code: string }) => {
      requireCaptcha()
      setIssue(code)
    },
  }
}
