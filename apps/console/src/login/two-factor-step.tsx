import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AppSecret } from '../components/values/app-secret.tsx'
import { callOperator } from '../lib/api.ts'
import { arePasskeysOffered, createPasskey } from '../lib/passkeys.ts'
import { CodeStep } from './code-step.tsx'
import { LoginFrame } from './login-frame.tsx'
import { useStep } from './use-step.ts'

export type Factors = OperatorRouteResponse<'POST /set-up/{token}/password'>['data']['result']

/** An authenticator app or a passkey. Nobody gets in with a password alone. */
export function TwoFactorStep(props: {
  token: string
  factors: Factors
  onCodes: (recoveryCodes: string[]) => void
}) {
  const { t } = useTranslation('login')
  const { factors, onCodes } = props
  const params = { token: props.token }
  const sendCode = async (code: string) => {
    const response = await callOperator('POST /set-up/{token}/code', { params, body: { code } })
    onCodes(response.data.result.recoveryCodes)
  }
  const sendPasskey = async () => {
    const passkey = await createPasskey(factors.passkeyOptions)
    const response = await callOperator('POST /set-up/{token}/passkey', { params, body: { passkey } })
    onCodes(response.data.result.recoveryCodes)
  }
  return (
    <LoginFrame
      step={t('setUp.step', { step: 2, steps: 3 })}
      title={t('setUp.factorTitle')}
      text={t('setUp.factorText')}
    >
      <AppSecret secret={factors.secret} uri={factors.secretUri} />
      <div className="mt-5">
        <CodeStep label={t('setUp.firstCode')} submit={t('continue')} send={sendCode} />
      </div>
      {arePasskeysOffered() && <PasskeyInstead create={sendPasskey} />}
    </LoginFrame>
  )
}

function PasskeyInstead({ create }: { create: () => Promise<void> }) {
  const { t } = useTranslation('login')
  const { error, isPending, run } = useStep()
  return (
    <div className="mt-6 grid gap-2 border-t border-line pt-5">
      <p className="text-13 text-pretty text-soft">{t('setUp.passkeyText')}</p>
      <Button
        kind="secondary"
        isWide
        icon={<KeyRound size={17} aria-hidden="true" />}
        isLoading={isPending}
        onClick={() => void run(create)}
      >
        {t('setUp.createPasskey')}
      </Button>
      <p role="alert" className="text-13 text-fail empty:hidden">
        {error}
      </p>
    </div>
  )
}
