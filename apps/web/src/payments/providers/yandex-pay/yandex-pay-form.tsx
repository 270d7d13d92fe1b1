import { call } from '../../../lib/api/api.ts'
import { screenCallHeaders } from '../../order/screen-calls.ts'
import { OwnPageForm } from '../own-page/own-page-form.tsx'
import type { ProviderFormProps } from '../provider-attempt.ts'

export function YandexPayForm(props: ProviderFormProps) {
  return <OwnPageForm {...props} provider="yandex-pay" openPage={openPage} />
}

async function openPage(paymentId: string): Promise<string> {
  const headers = screenCallHeaders()
  const { data } = await call('POST /payments/yandex-pay/create', { body: { paymentId } }, { headers })
  return data.paymentUrl
}
