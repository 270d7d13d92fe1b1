import type { Transaction } from '@playhub/contract'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { RadioCards } from '@playhub/ui/form/radio-cards.tsx'
import { Price } from '@playhub/ui/price.tsx'
import { Paperclip } from 'lucide-react'
import { useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../lib/feedback/error-message.ts'
import { formatDate } from '../lib/language/format-date.ts'
import { usePlayer } from '../lib/player/player.ts'
import { PaymentThumb } from './order-card.tsx'
import type { TicketValues } from './tickets.ts'

type Form = UseFormReturn<TicketValues>

/** Details attached to the message: the payment, and the sender. */
export function AttachedDetails({ form, payments }: { form: Form; payments: Transaction[] }) {
  const { t } = useTranslation('support')
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-5 border-t border-line pt-5 md:rounded-control md:border md:bg-ink-0 md:p-4"
    >
      <h2 id={id} className="flex items-center gap-2 text-15 font-semibold">
        <Paperclip size={18} aria-hidden="true" className="text-soft" />
        {t('form.attached')}
      </h2>
      {payments.length > 0 && <PaymentChoice form={form} payments={payments} />}
      <div className="grid gap-5 md:grid-cols-2">
        <PaymentIdField form={form} />
        <UserIdField />
      </div>
    </section>
  )
}

/** Fills in the payment id. */
function PaymentChoice({ form, payments }: { form: Form; payments: Transaction[] }) {
  const { t } = useTranslation('support')
  const cards = payments.map((payment) => ({
    value: payment.uuid,
    title: payment.title,
    note: <PaymentNote payment={payment} />,
    picture: <PaymentThumb payment={payment} />,
    mark: <Price money={payment} className="numeric text-15 font-semibold" />,
  }))
  return (
    <RadioCards
      legend={t('form.payment')}
      name="payment"
      cards={[...cards, { value: '', title: t('form.noPayment') }]}
      value={form.watch('paymentId')}
      onChange={(id) => form.setValue('paymentId', id, { shouldValidate: true })}
    />
  )
}

/** The game and the date, one below the other on phones. */
function PaymentNote({ payment: { projectName, createTs } }: { payment: Transaction }) {
  const { i18n } = useTranslation()
  return (
    <>
      {projectName}
      <span className="max-md:hidden"> · </span>
      <span className="max-md:block">{formatDate(createTs, i18n.language)}</span>
    </>
  )
}

function PaymentIdField({ form }: { form: Form }) {
  const { t } = useTranslation('support')
  const errorMessage = useErrorMessage()
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
        className="min-w-0 grow"
        error={errorMessage(form.formState.errors.paymentId?.message)}
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
      <Field label={t('form.userId')} value={userId} readOnly className="min-w-0 grow" />
      <span className="mt-7.5">
        <CopyButton text={userId} label={t('form.copyUserId')} confirmation={t('form.userIdCopied')} />
      </span>
    </div>
  )
}
