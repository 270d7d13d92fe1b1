import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callOperator } from '../lib/api.ts'
import { arePasskeysOffered, loginWithPasskey } from '../lib/passkeys.ts'
import { CodeStep } from './code-step.tsx'
import { LoginFrame } from './login-frame.tsx'
import { useStep } from './use-step.ts'

export type Ticket = OperatorRouteResponse<'POST /session/password'>['data']['result']
type Method = Ticket['methods'][number]

/** Two-factor: the operator's first method, and the others below it. */
export function SecondStep(props: { ticket: Ticket; onDone: () => void; onBack: () => void }) {
  const { t } = useTranslation('login')
  const { ticket, methods } = props.ticket
  const offered = methods.filter((method) => method !== 'passkey' || arePasskeysOffered())
  const [method, setMethod] = useState<Method>(offered[0] ?? 'recovery-code')
  const send = async (path: 'POST /session/code' | 'POST /session/recovery-code', code: string) => {
    await callOperator(path, { body: { ticket, code } })
    props.onDone()
  }
  return (
    <LoginFrame title={t(`second.${method}.title`)} text={t(`second.${method}.text`)}>
      {method === 'totp' && (
        <CodeStep label={t('code')} submit={t('logIn')} send={(code) => send('POST /session/code', code)} />
      )}
      {method === 'recovery-code' && (
        <RecoveryStep send={(code) => send('POST /session/recovery-code', code)} />
      )}
      {method === 'passkey' && <PasskeyStep onDone={props.onDone} />}
      <ul className="mt-6 grid border-t border-line pt-2">
        {offered
          .filter((other) => other !== method)
          .map((other) => (
            <li key={other}>
              <OtherWay icon={icons[other]} onClick={() => setMethod(other)}>
                {t(`second.${other}.instead`)}
              </OtherWay>
            </li>
          ))}
        <li>
          <OtherWay onClick={props.onBack}>{t('otherAccount')}</OtherWay>
        </li>
      </ul>
    </LoginFrame>
  )
}

const icons: Record<Method, ReactNode> = {
  totp: <Smartphone size={17} aria-hidden="true" />,
  passkey: <KeyRound size={17} aria-hidden="true" />,
  'recovery-code': <LifeBuoy size={17} aria-hidden="true" />,
}

function OtherWay(props: { icon?: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={props.onClick}
      className="flex min-h-11 w-full items-center gap-2.5 text-start text-15 text-soft hover:text-text"
    >
      {props.icon}
      {props.children}
    </button>
  )
}

function PasskeyStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('login')
  const { error, isPending, run } = useStep()
  return (
    <div className="grid gap-2">
      <Button isWide isLoading={isPending} onClick={() => void run(() => loginWithPasskey().then(onDone))}>
        {t('withPasskey')}
      </Button>
      <p role="alert" className="text-13 text-fail empty:hidden">
        {error}
      </p>
    </div>
  )
}

function RecoveryStep({ send }: { send: (code: string) => Promise<void> }) {
  const { t } = useTranslation('login')
  const { error, setError, isPending, run } = useStep()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    if (code === '') return setError(t('fieldsMissing'))
    void run(() => send(code))
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={t('recoveryCode')}
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        error={error}
      />
      <Button type="submit" isWide isLoading={isPending}>
        {t('logIn')}
      </Button>
    </form>
  )
}
