import { zodResolver } from '@hookform/resolvers/zod'
import { limits, ticketAnswerForm } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { keepEdits } from '@playhub/ui/feedback/keep-edits.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../lib/api/api.ts'
import { useErrorMessage } from '../lib/feedback/error-message.ts'
import { SubmitFailure, useTicketSubmit } from './ticket-submit.tsx'

export function AnswerForm({ id }: { id: string }) {
  const { t } = useTranslation('support')
  const errorMessage = useErrorMessage()
  const { revalidate } = useRevalidator()
  const form = useForm({ resolver: zodResolver(ticketAnswerForm), defaultValues: { text: '' } })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useTicketSubmit(form, async (body) => {
    const resetTo = keepEdits(form)
    await call('POST /support/tickets/{id}/answer', { params: { id }, body })
    await revalidate()
    resetTo({ text: '' })
    toast.success(t('answer.sent'))
  })
  return (
    <form noValidate onSubmit={submit} className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
      <TextArea
        {...form.register('text')}
        label={t('answer.label')}
        hint={t('answer.hint')}
        maxLength={limits.ticketTextMax}
        error={errorMessage(errors.text?.message)}
      />
      <SubmitFailure failure={failure} />
      <Button type="submit" isLoading={isSubmitting} className="w-full md:w-auto md:self-start">
        {t('answer.send')}
      </Button>
    </form>
  )
}
