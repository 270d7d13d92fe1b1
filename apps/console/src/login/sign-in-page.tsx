import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { callOperator } from '../lib/api.ts'
import { arePasskeysOffered, loginWithPasskey } from '../lib/passkeys.ts'
import { LoginFrame } from './login-frame.tsx'
import { SecondStep, type Ticket } from './second-step.tsx'
import { useStep } from './use-step.ts'

/** Email and password, then a second factor; or a passkey alone. */
export function Component() {
  const [ticket, setTicket] = useState<Ticket>()
  const finish = useReturn()
  if (ticket) return <SecondStep ticket={ticket} onDone={finish} onBack={() => setTicket(undefined)} />
  return <FirstStep onTicket={setTicket} onDone={finish} />
}

function FirstStep({ onTicket, onDone }: { onTicket: (ticket: Ticket) => void; onDone: () => void }) {
  const { t } = useTranslation('login')
  const password = useStep()
  const passkey = useStep()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { email: String(form.get('email')).trim(), password: String(form.get('password')) }
    if (body.email === '' || body.password === '') return password.setError(t('fieldsMissing'))
    void password.run(async () =>
      onTicket((await callOperator('POST /session/password', { body })).data.result),
    )
  }
  const beginPasskey = () => void passkey.run(() => loginWithPasskey().then(onDone))
  return (
    <LoginFrame title={t('title')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label={t('email')} name="email" type="email" autoComplete="username" autoFocus />
        <Field
          label={t('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={password.error}
        />
        <Button type="submit" isWide isLoading={password.isPending}>
          {t('continue')}
        </Button>
      </form>
      {arePasskeysOffered() && (
        <div className="mt-3 grid gap-2">
          <Button
            kind="secondary"
            isWide
            icon={<KeyRound size={17} aria-hidden="true" />}
            isLoading={passkey.isPending}
            onClick={beginPasskey}
          >
            {t('withPasskey')}
          </Button>
          <p role="alert" className="text-13 text-fail empty:hidden">
            {passkey.error}
          </p>
        </div>
      )}
      <p className="mt-6 text-13 text-pretty text-soft">{t('noAccount')}</p>
    </LoginFrame>
  )
}

/** Opens the page that asked for the login. Other sites' addresses are ignored. */
function useReturn(): () => void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const wanted = search.get('return') ?? '/'
  const address = /^\/(?![/\\])/.test(wanted) ? wanted : '/'
  return () => void navigate(address, { replace: true })
}
