import { zodResolver } from '@hookform/resolvers/zod'
import type { PaymentProcess } from '@playhub/contract'
import { limits, payForm } from '@playhub/contract/forms'
import { formatMoney } from '@playhub/contract/money'
import { type PaymentProvider, providerTerms } from '@playhub/contract/payment-methods'
import { Button } from '@playhub/ui/button.tsx'
import { useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { type PaymentOption, paymentOptions, saveLastProvider } from '../order/payment-options.ts'
import { providerPrice } from '../order/prices.ts'
import { screenCallHeaders } from '../order/screen-calls.ts'
import { SecurityNote, SubmitBar, Terms } from '../providers/form-parts.tsx'
import { openPaymentWindow, type PaymentPopup } from '../providers/provider-page.ts'
import { MethodCards } from './method-cards.tsx'
import type { PaymentVariant } from './payment-layout.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import type { CardUse } from './payment-stage.ts'

type MethodFormProps = {
  paymentId: string
  process: PaymentProcess
  variant: PaymentVariant
  /** Undefined when the project offers no method known to this screen. */
  option: PaymentOption | undefined
  onChoose: (option: PaymentOption) => void
  /** The player returned from a provider's form. */
  isChangingMethod: boolean
  onProceed: (process: PaymentProcess, provider: PaymentProvider, popup: PaymentPopup, use: CardUse) => void
  /** The order is final already. */
  onFinished: () => void
  onCancel: () => void
}

/** The method choice, and the email for the receipt. */
export function MethodForm(props: MethodFormProps) {
  const { paymentId, process, option, onProceed, onFinished } = props
  const { t, i18n } = useTranslation('payments')
  const errorMessage = useErrorMessage()
  const savedEmail = process.profileData.mailToReceiveCheck ?? ''
  const { waiver } = process
  const schema = payForm(waiver !== undefined)
  const form = useForm({
    resolver: zodResolver(schema),
    mode: 'onTouched',
    defaultValues: { email: savedEmail, isWaived: false },
  })
  const { errors, isSubmitting } = form.formState
  const popup = usePopup()
  // A ticked box counts for the provider that it named.
  const [rememberedBy, setRememberedBy] = useState<PaymentProvider>()
  const remembers = rememberedBy !== undefined && rememberedBy === option?.provider
  const asks = option && !option.card && process.cards?.rememberedBy.includes(option.provider) === true
  const submit = useSubmit(form, async ({ email }) => {
    if (!option) return
    try {
      if (email !== savedEmail) await call('POST /payments/update-mail-to-receive-check', { body: { email } })
      if (waiver) await waiveWithdrawal(paymentId, waiver)
      const request = { params: { id: paymentId } }
      const headers = screenCallHeaders()
      const { data } = await call('GET /payments/set-pending/{id}', request, { headers })
      if (!data.result) return onFinished()
      saveLastProvider(option.provider)
      const next = { ...process, profileData: { mailToReceiveCheck: email }, waiver: undefined }
      onProceed(next, option.provider, popup.handOver(), {
        card: option.card,
        remember: asks ? remembers : undefined,
      })
    } finally {
      popup.close()
    }
  })
  const pay = (event: FormEvent) => {
    const isValid = schema.safeParse(form.getValues()).success
    if (isValid && !isSubmitting && option && providerTerms[option.provider].hasOwnPage) popup.open()
    return submit(event)
  }
  const charge = option && providerPrice(process.paymentData, option.provider)
  return (
    <PaymentPanel
      variant={props.variant}
      title={t('title')}
      takesFocus={props.isChangingMethod}
      onCancel={props.onCancel}
    >
      <form noValidate onSubmit={pay} className="flex flex-col gap-6">
        <MethodCards
          options={paymentOptions(process)}
          chosen={option}
          onChoose={props.onChoose}
          prices={process.paymentData}
        />
        <Field
          {...form.register('email')}
          label={t('email.label')}
          hint={t('email.hint')}
          type="email"
          autoComplete="email"
          maxLength={limits.emailMax}
          required
          error={errorMessage(errors.email?.message)}
        />
        {waiver && (
          <Checkbox
            {...form.register('isWaived')}
            label={waiver.text}
            error={errorMessage(errors.isWaived?.message)}
          />
        )}
        {asks && (
          <Checkbox
            checked={remembers}
            onChange={(event) => setRememberedBy(event.target.checked ? option.provider : undefined)}
            label={t('remember.label', { provider: t(`provider.${option.provider}`) })}
          />
        )}
        <SubmitBar message={<FormAlert code={errors.root?.message} />}>
          <Button type="submit" size="large" isWide isLoading={isSubmitting}>
            {t('pay', { price: charge ? formatMoney(charge, i18n.language) : '' })}
          </Button>
        </SubmitBar>
        <div className="flex flex-col gap-2">
          {option && <SecurityNote provider={option.provider} />}
          <Terms />
        </div>
      </form>
    </PaymentPanel>
  )
}

async function waiveWithdrawal(id: string, { sha256 }: NonNullable<PaymentProcess['waiver']>): Promise<void> {
  await call('POST /payments/waive-withdrawal/{id}', { params: { id }, body: { sha256 } })
}

/** The window for a provider with its own page. A browser opens it only while the press on Pay is handled. */
function usePopup() {
  const popup = useRef<PaymentPopup>(undefined)
  const take = () => {
    const taken = popup.current
    popup.current = undefined
    return taken
  }
  // A form leaving before its response, because the login has ended, needs no window.
  useEffect(() => () => popup.current?.close(), [])
  return {
    open() {
      popup.current = openPaymentWindow()
    },
    /** The provider's form closes it from here on. */
    handOver: take,
    close: () => take()?.close(),
  }
}
