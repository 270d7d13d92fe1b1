import { zodResolver } from '@hookform/resolvers/zod'
import { codeField } from '@playhub/contract/forms'
import type { RefusalCode } from '@playhub/contract/refusals'
import type { ReactNode } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { type RefusalHandler, useSubmit } from '../../lib/feedback/use-submit.ts'
import { CodeField } from '../../ui/form/code-field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'

const codeForm = z.object({ code: codeField })

/** A six-digit code from an email. The form submits itself after the last digit. */
export function CodeForm(props: {
  label: string
  submitLabel: ReactNode
  missing: string
  /** @throws ApiRefusal with one of `codeRefusals` when the code is wrong or expired. */
  send: (code: string) => Promise<void>
  codeRefusals: readonly RefusalCode[]
}) {
  const { label, submitLabel, missing, send, codeRefusals } = props
  const messageOf = useErrorMessage()
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const askAgain: RefusalHandler = ({ code }) => {
    form.resetField('code')
    form.setError('code', { message: code })
    form.setFocus('code')
  }
  const submit = useSubmit(
    form,
    countingFailures(({ code }) => send(code)),
    [[codeRefusals, askAgain]],
  )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <Controller
        name="code"
        control={form.control}
        render={({ field, fieldState }) => (
          <div className="min-h-28">
            <CodeField
              label={label}
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
      <SubmitButton missing={form.watch('code') ? undefined : missing} isLoading={isSubmitting}>
        {submitLabel}
      </SubmitButton>
    </form>
  )
}
