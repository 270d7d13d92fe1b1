import { zodResolver } from '@hookform/resolvers/zod'
import type { PaymentProcess } from '@playhub/contract'
import { receiptEmailForm } from '@playhub/contract/forms'
import { formatMoney } from '@playhub/contract/money'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { Button } from '@playhub/ui/button.tsx'
import { useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { type FormEvent, useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { type PaymentOption, paymentOptions, saveLastProvider } from '../order/payment-options.ts'
import { providerPrice } from '../order/prices.ts'
import { screenCallHeaders } from '../order/screen-calls.ts'
import { SecurityNote, SubmitBar, Terms } from '../providers/form-parts.tsx'
import { hasOwnPage, openPaymentWindow, type PaymentPopup } from '../providers/provider-page.ts'
import { MethodCards } from './method-cards.tsx'
import type { PaymentVariant } from './payment-layout.tsx'
import { PaymentPanel } from './payment-panel.tsx'

type MethodFormProps = {
  paymentId: string
  process: PaymentProcess
  variant: PaymentVariant
  /** Undefined when the project offers no method that this screen knows. */
  option: PaymentOption | undefined
  onChoose: (option: PaymentOption) => void
  /** The player returned from a provider's form. */
  isChangingMethod: boolean
  onProceed: (process: PaymentProcess, provider: PaymentProvider, popup: PaymentPopup) => void
  /** The order is final already. */
  onSettled: () => void
  onCancel: () => void
}

/** The method choice, and the email for the receipt. */
export function MethodForm(props: MethodFormProps) {
  const { paymentId, process, option, onProceed, onSettled } = props
  const { t, i18n } = useTranslation('payments')
  const errorMessage = useErrorMessage()
  const savedEmail = process.profileData.mailToReceiveCheck ?? ''
  const form = useForm({
    resolver: zodResolver(receiptEmailForm),
    mode: 'onTouched',
    defaultValues: { email: savedEmail },
  })
  const { errors, isSubmitting } = form.formState
  const popup = usePopup()
  const submit = useSubmit(form, async ({ email }) => {
    if (!option) return
    try {
      if (email !== savedEmail) await call('POST /payments/update-mail-to-receive-check', { body: { email } })
      const request = { params: { id: paymentId } }
      const headers = screenCallHeaders()
      const { data } = await call('GET /payments/set-pending/{id}', request, { headers })
      if (!data.result) return onSettled()
      saveLastProvider(option.provider)
      onProceed({ ...process, profileData: { mailToReceiveCheck: email } }, option.provider, popup.handOver())
    } finally {
      popup.close()
    }
  })
  const pay = (event: FormEvent) => {
    const isValid = receiptEmailForm.safeParse(form.getValues()).success
    if (isValid && !isSubmitting && option && hasOwnPage(option.provider)) popup.open()
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
          required
          error={errorMessage(errors.email?.message)}
        />
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

/** The window for a provider with its own page. A browser opens it only while the press on Pay is handled. */
function usePopup() {
  const popup = useRef<PaymentPopup>(undefined)
  const take = () => {
    const taken = popup.current
    popup.current = undefined
    return taken
  }
  // A form that leaves before its response, because the login has ended, needs no window.
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
