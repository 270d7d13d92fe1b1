import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { callOperator } from '../lib/api.ts'
import { LoginFrame } from './login-frame.tsx'
import { isPasswordLong, passwordLength } from './password-length.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Factors, TwoFactorStep } from './two-factor-step.tsx'
import { useStep } from './use-step.ts'

export { LinkError as ErrorBoundary } from './link-error.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const response = await callOperator('GET /set-up/{token}', { params: { token: params.token ?? '' } })
  return response.data.result
}

/** Password, then a two-factor method, then the recovery codes, which are shown once. */
export function Component() {
  const invitation = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [factors, setFactors] = useState<Factors>()
  const [codes, setCodes] = useState<string[]>()
  if (codes)
    return <RecoveryCodes codes={codes} onDone={() => void navigate('/sign-in', { replace: true })} />
  if (factors) return <TwoFactorStep token={token} factors={factors} onCodes={setCodes} />
  return <PasswordStep token={token} invitation={invitation} onFactors={setFactors} />
}

type Invitation = OperatorRouteResponse<'GET /set-up/{token}'>['data']['result']

function PasswordStep(props: {
  token: string
  invitation: Invitation
  onFactors: (factors: Factors) => void
}) {
  const { t } = useTranslation('login')
  const { error, setError, isPending, run } = useStep()
  const { email, name } = props.invitation
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (!isPasswordLong(password)) return setError(t('setUp.passwordLength', passwordLength))
    void run(async () => {
      const params = { token: props.token }
      const response = await callOperator('POST /set-up/{token}/password', { params, body: { password } })
      props.onFactors(response.data.result)
    })
  }
  return (
    <LoginFrame
      step={t('setUp.step', { step: 1, steps: 3 })}
      title={t('setUp.welcome', { name })}
      text={t('setUp.passwordText')}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        {/* Password managers store it with the password. */}
        <Field label={t('email')} name="email" type="email" autoComplete="username" value={email} readOnly />
        <Field
          label={t('setUp.newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={error ? undefined : t('setUp.passwordLength', passwordLength)}
          error={error}
          autoFocus
        />
        <Button type="submit" isWide isLoading={isPending}>
          {t('continue')}
        </Button>
      </form>
    </LoginFrame>
  )
}
