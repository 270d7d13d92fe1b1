import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { callOperator } from '../../lib/api.ts'
import { arePasskeysOffered, requestPasskey } from '../../lib/passkeys.ts'
import { LoginFrame } from '../login-frame.tsx'
import { isPasswordLong, passwordLength } from '../password-length.ts'
import { useStep } from '../use-step.ts'

export { LinkError as ErrorBoundary } from '../link-error.tsx'

export async function loader({ params }: LoaderFunctionArgs) {
  const response = await callOperator('GET /new-password/{token}', { params: { token: params.token ?? '' } })
  return response.data.result
}

type Assertion = { code: string } | { passkey: Awaited<ReturnType<typeof requestPasskey>> }

/** The new password with a code or a passkey; then the operator is logged in. */
export function Component() {
  const { t } = useTranslation('login')
  const { email, name, methods } = useLoaderData<typeof loader>()
  const params = { token: useParams().token ?? '' }
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { error, setError, isPending, run } = useStep()
  const offersPasskey = methods.includes('passkey') && arePasskeysOffered()
  const offersCode = methods.some((method) => method !== 'passkey')
  const send = (prove: (read: (field: string) => string) => Promise<Assertion>) => {
    const given = form.current && new FormData(form.current)
    const read = (field: string) => String(given?.get(field) ?? '')
    const password = read('password')
    if (!isPasswordLong(password)) return setError(t('setUp.passwordLength', passwordLength))
    void run(async () => {
      const body = { password, ...(await prove(read)) }
      await callOperator('POST /new-password/{token}', { params, body })
      await navigate('/', { replace: true })
    })
  }
  const sendCode = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!offersCode) return sendPasskey()
    send(async (read) => ({ code: read('code').trim() }))
  }
  const sendPasskey = () =>
    send(async () => {
      const options = await callOperator('POST /new-password/{token}/passkey/options', { params })
      return { passkey: await requestPasskey(options.data.result) }
    })
  return (
    <LoginFrame title={t('forgotten.newTitle')} text={t('forgotten.newText', { name })}>
      <form ref={form} noValidate onSubmit={sendCode} className="grid gap-4">
        {/* Password managers store it with the password. */}
        <Field label={t('email')} name="email" type="email" autoComplete="username" value={email} readOnly />
        <Field
          label={t('setUp.newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t('setUp.passwordLength', passwordLength)}
          autoFocus
        />
        {offersCode && (
          <Field
            label={t('forgotten.code')}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
        <p role="alert" className="text-13 text-fail empty:hidden">
          {error}
        </p>
        {offersCode && (
          <Button type="submit" isWide isLoading={isPending}>
            {t('forgotten.save')}
          </Button>
        )}
        {offersPasskey && (
          <Button
            kind="secondary"
            isWide
            icon={<KeyRound size={17} aria-hidden="true" />}
            isLoading={isPending}
            onClick={sendPasskey}
          >
            {t('forgotten.withPasskey')}
          </Button>
        )}
      </form>
    </LoginFrame>
  )
}
