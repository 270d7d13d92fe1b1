import { zodResolver } from '@hookform/resolvers/zod'
import { twoFactorCodeField } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { type RefusalHandler, type RefusalHandlers, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { CodeForm } from '../email-code/code-form.tsx'
import { LoginCard } from '../forms/login-card.tsx'
import { completeLogin } from './complete-login.ts'

const codeRefusals = ['SECOND_FACTOR_CODE_INCORRECT'] as const

/** Asks for the authenticator app code, or for a recovery code, after the password. */
export function SecondStep(props: { ticket: string; onBack: () => void }) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const [isRecovering, setIsRecovering] = useState(false)
  const send = async (code: string) => {
    const response = await call('POST /auth/second-factor', { body: { ticket: props.ticket, code } })
    await completeLogin(response.data.result)
  }
  const startAgain: RefusalHandler = ({ code }) => {
    toast.error(getErrorMessage(code) ?? code, code)
    props.onBack()
  }
  const showWait: RefusalHandler = ({ code, details }) => {
    toast.error(t('secondStep.tooMany', { count: Math.ceil(Number(details.retryInSeconds) / 60) }), code)
  }
  const askForRecoveryCode: RefusalHandler = ({ code }) => {
    toast.error(getErrorMessage(code) ?? code, code)
    setIsRecovering(true)
  }
  const handlers: RefusalHandlers = [
    [['SECOND_FACTOR_TICKET_INVALID'], startAgain],
    [['TOO_MANY_REQUESTS'], showWait],
    [['SECOND_FACTOR_RECOVERY_CODE_REQUIRED'], askForRecoveryCode],
  ]
  return (
    <LoginCard
      title={t('secondStep.title')}
      text={t(isRecovering ? 'secondStep.recoveryText' : 'secondStep.text')}
    >
      {isRecovering ? (
        <RecoveryCodeForm send={send} handlers={handlers} />
      ) : (
        <CodeForm label={t('secondStep.label')} send={send} codeRefusals={codeRefusals} handlers={handlers} />
      )}
      <div className="mt-2 grid gap-1">
        <Button kind="quiet" isWide onClick={() => setIsRecovering(!isRecovering)}>
          {t(isRecovering ? 'secondStep.useApp' : 'secondStep.useRecovery')}
        </Button>
        <Button kind="quiet" isWide icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={props.onBack}>
          {t('secondStep.back')}
        </Button>
      </div>
      {isRecovering && (
        <p className="mt-3 text-center text-13 text-pretty text-soft">{t('secondStep.lost')}</p>
      )}
    </LoginCard>
  )
}

const recoveryForm = z.object({ code: twoFactorCodeField })

function RecoveryCodeForm(props: { send: (code: string) => Promise<void>; handlers: RefusalHandlers }) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const form = useForm({ resolver: zodResolver(recoveryForm), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const askAgain: RefusalHandler = ({ code }) => {
    form.setError('code', { message: code })
    form.setFocus('code', { shouldSelect: true })
  }
  const submit = useSubmit(form, ({ code }) => props.send(code), [
    [codeRefusals, askAgain],
    ...props.handlers,
  ])
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <Field
        {...form.register('code')}
        label={t('secondStep.recoveryLabel')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        error={getErrorMessage(errors.code?.message)}
        className="min-h-28"
      />
      <FormAlert code={errors.root?.message} />
      <SubmitButton isLoading={isSubmitting}>{t('code.confirm')}</SubmitButton>
    </form>
  )
}
