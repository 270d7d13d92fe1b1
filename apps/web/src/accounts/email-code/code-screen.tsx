import { zodResolver } from '@hookform/resolvers/zod'
import { codeField } from '@playhub/contract/forms'
import type { RefusalCode } from '@playhub/contract/refusals'
import { ArrowLeft } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { type RefusalHandler, useSubmit } from '../../lib/feedback/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import { FormAlert, SubmitButton } from '../../ui/form/form-submit.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { SignInCard } from '../forms/sign-in-card.tsx'
import type { EmailDraft } from './email-steps.ts'
import { ResendButton } from './resend-button.tsx'

/** Asks for the code of an email, and requests another one. */
export function CodeScreen(props: {
  draft: EmailDraft
  /** @throws ApiRefusal with one of `codeRefusals` when the code is wrong or expired. */
  send: (code: string) => Promise<void>
  codeRefusals: readonly RefusalCode[]
  /** @returns seconds until the next request is allowed. */
  resend: () => Promise<number>
  onResent: (draft: EmailDraft) => void
  onChangeEmail: () => void
}) {
  const { t } = useTranslation('accounts')
  const { email, resendAt } = props.draft
  return (
    <SignInCard
      title={t('code.title')}
      text={
        <Trans
          t={t}
          i18nKey="code.text"
          values={{ email }}
          components={{ email: <strong className="font-semibold wrap-anywhere text-text" /> }}
        />
      }
    >
      <CodeForm send={props.send} codeRefusals={props.codeRefusals} />
      <div className="mt-2 grid gap-1">
        <ResendButton
          resendAt={resendAt}
          resend={props.resend}
          onResent={(next) => props.onResent({ ...props.draft, resendAt: next })}
        />
        <Button
          kind="quiet"
          isWide
          icon={<ArrowLeft size={18} aria-hidden="true" />}
          onClick={props.onChangeEmail}
        >
          {t('code.changeEmail')}
        </Button>
      </div>
      <p className="mt-3 text-center text-13 text-pretty text-soft">{t('code.spam')}</p>
    </SignInCard>
  )
}

const codeForm = z.object({ code: codeField })

/** Submits itself after the last digit. */
function CodeForm(props: { send: (code: string) => Promise<void>; codeRefusals: readonly RefusalCode[] }) {
  const { t } = useTranslation('accounts')
  const messageOf = useErrorMessage()
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const askAgain: RefusalHandler = ({ code }) => {
    form.resetField('code')
    form.setError('code', { message: code })
    form.setFocus('code')
  }
  const send = countingFailures(({ code }: { code: string }) => props.send(code))
  const submit = useSubmit(form, send, [[props.codeRefusals, askAgain]])
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <Controller
        name="code"
        control={form.control}
        render={({ field, fieldState }) => (
          <div className="min-h-28">
            <CodeField
              label={t('code.label')}
              ref={field.ref}
              name={field.name}
              value={field.value}
              onChange={field.onChange}
              onComplete={() => void submit()}
              error={messageOf(fieldState.error?.message)}
              autoFocus
            />
          </div>
        )}
      />
      <FormAlert code={errors.root?.message} />
      <SubmitButton missing={form.watch('code') ? undefined : t('code.missing')} isLoading={isSubmitting}>
        {t('code.confirm')}
      </SubmitButton>
    </form>
  )
}
