import { zodResolver } from '@hookform/resolvers/zod'
import { limits, supportForm } from '@playhub/contract/forms'
import type { TicketReason } from '@playhub/contract/tickets'
import { Send } from 'lucide-react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../lib/api/api.ts'
import { useErrorMessage } from '../lib/feedback/error-message.ts'
import { usePlayer } from '../lib/player/player.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Field } from '../ui/form/field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { ReasonField } from './reason-field.tsx'
import { SubmitFailure, useTicketSubmit } from './ticket-submit.tsx'
import { ticketAddress } from './tickets.ts'

type Values = { paymentId: string; reason: TicketReason; email: string; message: string }

/** The form for a new ticket, with payment id and email prefilled. */
export function TicketForm({ paymentId = '', email }: { paymentId: string | undefined; email: string }) {
  const { t } = useTranslation('support')
  const errorMessage = useErrorMessage()
  const form = useForm<Values>({
    resolver: zodResolver(supportForm),
    mode: 'onTouched',
    defaultValues: { paymentId, email, message: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { submit, failure } = useTicketSubmit(form, useCreateTicket())
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <PaymentIdField form={form} error={errorMessage(errors.paymentId?.message)} />
        <UserIdField />
        <Controller
          control={form.control}
          name="reason"
          render={({ field }) => <ReasonField {...field} error={errorMessage(errors.reason?.message)} />}
        />
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
          error={errorMessage(errors.email?.message)}
        />
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
  return async (values: Values) => {
    const sender = player.kind === 'player' ? player : undefined
    const data = { ...values, nickName: sender?.nickName, currentAuthType: sender?.currentAuthType }
    const { ticketId } = (await call('POST /payments/send-letter-support', { body: { data } })).data.result
    await navigate(ticketAddress(ticketId), { state: { isSent: true } })
  }
}

function PaymentIdField({ form, error }: { form: ReturnType<typeof useForm<Values>>; error?: string }) {
  const { t } = useTranslation('support')
  const paymentId = form.watch('paymentId')
  return (
    <div className="flex min-w-0 items-start gap-1">
      <Field
        {...form.register('paymentId')}
        label={t('form.paymentId')}
        hint={t('form.paymentIdHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="numeric min-w-0 grow"
        error={error}
      />
      {paymentId !== '' && (
        <span className="mt-7.5">
          <CopyButton
            text={paymentId}
            label={t('form.copyPaymentId')}
            confirmation={t('form.paymentIdCopied')}
          />
        </span>
      )}
    </div>
  )
}

function UserIdField() {
  const { t } = useTranslation('support')
  const player = usePlayer()
  const userId = player.kind === 'player' ? player.userId : ''
  return (
    <div className="flex min-w-0 items-start gap-1">
      <Field label={t('form.userId')} value={userId} readOnly className="numeric min-w-0 grow" />
      <span className="mt-7.5">
        <CopyButton text={userId} label={t('form.copyUserId')} confirmation={t('form.userIdCopied')} />
      </span>
    </div>
  )
}
