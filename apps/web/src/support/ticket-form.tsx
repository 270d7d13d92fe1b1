import type { Transaction } from '@playhub/contract'
import { limits } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { Card } from '@playhub/ui/card.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { Send } from 'lucide-react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../lib/api/api.ts'
import { useErrorMessage } from '../lib/feedback/error-message.ts'
import { usePlayer } from '../lib/player/player.ts'
import { AttachedDetails } from './attached-details.tsx'
import { ReasonField } from './reason-field.tsx'
import { SubmitFailure, useTicketSubmit } from './ticket-submit.tsx'
import { type TicketValues, ticketUrl } from './tickets.ts'

/** The problem and the reply address, then the attachments. */
export function TicketForm({
  form,
  payments,
}: {
  form: UseFormReturn<TicketValues>
  payments: Transaction[]
}) {
  const { t } = useTranslation('support')
  const errorMessage = useErrorMessage()
  // Before the other fields: the first one with an error gets the focus.
  const reason = useController({ control: form.control, name: 'reason' })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useTicketSubmit(form, useCreateTicket())
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <ReasonField {...reason.field} error={errorMessage(errors.reason?.message)} />
        <TextArea
          {...form.register('message')}
          label={t('form.message')}
          hint={t('form.messageHint')}
          maxLength={limits.ticketTextMax}
          error={errorMessage(errors.message?.message)}
        />
        <Field
          {...form.register('email')}
          label={t('form.email')}
          hint={t('form.emailHint')}
          type="email"
          autoComplete="email"
          maxLength={limits.emailMax}
          error={errorMessage(errors.email?.message)}
        />
        <AttachedDetails form={form} payments={payments} />
        <SubmitFailure failure={failure} />
        <Button
          type="submit"
          size="large"
          isLoading={isSubmitting}
          icon={<Send size={18} aria-hidden="true" />}
          className="w-full md:w-auto md:self-start"
        >
          {t('form.send')}
        </Button>
      </form>
    </Card>
  )
}

/** Creates a ticket and opens its page. */
function useCreateTicket() {
  const navigate = useNavigate()
  const player = usePlayer()
  return async (values: TicketValues) => {
    const sender = player.kind === 'player' ? player : undefined
    const data = { ...values, nickName: sender?.nickName, currentAuthType: sender?.currentAuthType }
    const { ticketId } = (await call('POST /payments/send-letter-support', { body: { data } })).data.result
    await navigate(ticketUrl(ticketId), { state: { isSent: true } })
  }
}
