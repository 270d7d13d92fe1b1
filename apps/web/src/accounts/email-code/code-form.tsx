import { zodResolver } from '@hookform/resolvers/zod'
import { codeField } from '@playhub/contract/forms'
import type { RefusalCode } from '@playhub/contract/refusals'
import { type RefusalHandler, type RefusalHandlers, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { CodeField } from '@playhub/ui/form/code-field.tsx'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'

const codeForm = z.object({ code: codeField })

/** Submits itself after the last digit. */
export function CodeForm(props: {
  label: string
  send: (code: string) => Promise<void>
  /** Refusals for which another code can be entered. */
  codeRefusals: readonly RefusalCode[]
  handlers?: RefusalHandlers
}) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const askAgain: RefusalHandler = ({ code }) => {
    form.resetField('code')
    form.setError('code', { message: code })
    form.setFocus('code')
  }
  const send = countingFailures(({ code }: { code: string }) => props.send(code))
  const submit = useSubmit(form, send, [[props.codeRefusals, askAgain], ...(props.handlers ?? [])])
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <Controller
        name="code"
        control={form.control}
        render={({ field, fieldState }) => (
          <div className="min-h-28">
            <CodeField
              label={props.label}
              ref={field.ref}
              name={field.name}
              value={field.value}
              onChange={field.onChange}
              onComplete={() => void submit()}
              error={getErrorMessage(fieldState.error?.message)}
              autoFocus
            />
          </div>
        )}
      />
      <FormAlert code={errors.root?.message} />
      <SubmitButton isLoading={isSubmitting}>{t('code.confirm')}</SubmitButton>
    </form>
  )
}
