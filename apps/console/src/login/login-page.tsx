import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { callOperator } from '../lib/api.ts'
import { readResumedState } from '../lib/navigation/entry.ts'
import { toLoginReason } from '../lib/navigation/session-end.ts'
import { arePasskeysOffered, loginWithPasskey } from '../lib/passkeys.ts'
import { LoginFrame } from './login-frame.tsx'
import { SecondStep, type Ticket } from './second-step.tsx'
import { useStep } from './use-step.ts'

/** Email and password, then a two-factor method; or a passkey alone. */
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
    <LoginFrame title={t('title')} text={useReason()}>
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
      <p className="mt-5 text-15">
        <Link
          to="/forgotten-password"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('forgotten.link')}
        </Link>
      </p>
      <p className="mt-2 text-13 text-pretty text-soft">{t('noAccount')}</p>
    </LoginFrame>
  )
}

/** Why the page has appeared. */
function useReason(): string | undefined {
  const { t } = useTranslation('login')
  const [search] = useSearchParams()
  const reason = toLoginReason(search.get('ended'))
  return reason && t(`ended.${reason}`)
}

/** Opens the page behind the login. Other sites' URLs are ignored. */
function useReturn(): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const [search] = useSearchParams()
  const wanted = search.get('return') ?? '/'
  const url = /^\/(?![/\\])/.test(wanted) ? wanted : '/'
  return () => void navigate(url, { replace: true, state: readResumedState(state) })
}
