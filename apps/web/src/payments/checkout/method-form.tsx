import { zodResolver } from '@hookform/resolvers/zod'
import type { PaymentProcess } from '@playhub/contract'
import { receiptEmailForm } from '@playhub/contract/forms'
import { formatMoney } from '@playhub/contract/money'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { useSubmit } from '../../lib/feedback/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { RadioCards } from '../../ui/form/radio-cards.tsx'
import { type PayOption, payOptions } from '../order/payment-options.ts'
import type { PaymentVariant } from '../order/payment-result.ts'
import { chargeOf } from '../order/prices.ts'
import { CurrencyNote } from './currency-note.tsx'
import { PayBar, PayPanel } from './payment-panel.tsx'

type PayFormProps = {
  paymentId: string
  process: PaymentProcess
  variant: PaymentVariant
  /** Undefined when there is no way to pay that this screen has words for. */
  option: PayOption | undefined
  onChoose: (option: PayOption) => void
  /** The player came back from the provider's form. */
  isReconsidering: boolean
  onProceed: (process: PaymentProcess, provider: PaymentProvider) => void
  /** The order turned out to be over already. */
  onSettled: () => void
  onCancel: () => void
}

/** The choice of a provider, and where the receipt goes. */
export function PayForm(props: PayFormProps) {
  const { paymentId, process, option, onProceed, onSettled } = props
  const { t, i18n } = useTranslation('payments')
  const words = useErrorMessage()
  const savedEmail = process.profileData.mailToReceiveCheck ?? ''
  const form = useForm({
    resolver: zodResolver(receiptEmailForm),
    mode: 'onTouched',
    defaultValues: { email: savedEmail },
  })
  const { errors, isSubmitting } = form.formState
  const submit = useSubmit(form, async ({ email }) => {
    if (!option) return
    if (email !== savedEmail) await call('POST /payments/update-mail-to-receive-check', { body: { email } })
    const { data } = await call('GET /payments/set-pending/{id}', { params: { id: paymentId } })
    if (!data.result) return onSettled()
    onProceed({ ...process, profileData: { mailToReceiveCheck: email } }, option.provider)
  })
  const charge = option && chargeOf(process.paymentData, option.provider)
  return (
    <PayPanel
      variant={props.variant}
      title={t('title')}
      takesFocus={props.isReconsidering}
      onCancel={props.onCancel}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-6">
        <OptionCards
          options={payOptions(process)}
          chosen={option}
          onChoose={props.onChoose}
          note={<CurrencyNote data={process.paymentData} provider={option?.provider} />}
        />
        <Field
          {...form.register('email')}
          label={t('email.label')}
          hint={t('email.hint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={words(errors.email?.message)}
        />
        <FormAlert code={errors.root?.message} />
        <PayBar>
          <Button type="submit" size="large" isWide isLoading={isSubmitting}>
            <span className="numeric">
              {t('pay', { price: charge ? formatMoney(charge, i18n.language) : '' })}
            </span>
          </Button>
        </PayBar>
      </form>
    </PayPanel>
  )
}

const marks: Record<string, string> = {
  'stripe:card': 'stripe',
  'yookassa:card': 'yookassa',
  'yookassa:yooMoney': 'yoomoney',
  'yandex-pay:card': 'yandex-pay',
}

function OptionCards(props: {
  options: PayOption[]
  chosen: PayOption | undefined
  onChoose: (option: PayOption) => void
  note: ReactNode
}) {
  const { t } = useTranslation('payments')
  const cards = props.options.map(({ key, provider, method }) => ({
    value: key,
    title: t(`method.${method}`),
    note: t(`through.${provider}`),
    mark: (
      <img src={`/main_images/marks/${marks[key]}.svg`} alt="" width={32} height={32} className="size-8" />
    ),
  }))
  return (
    <div>
      <RadioCards
        legend={t('how')}
        name="provider"
        cards={cards}
        value={props.chosen?.key ?? null}
        onChange={(key) => {
          const option = props.options.find((known) => known.key === key)
          if (option) props.onChoose(option)
        }}
      />
      {props.note}
    </div>
  )
}
