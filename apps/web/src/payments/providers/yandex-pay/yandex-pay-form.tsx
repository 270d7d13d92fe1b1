import { formatMoney } from '@playhub/contract/money'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CheckingPanel, ReceiptEmail, SecurityNote, SubmitBar, WaitingPanel } from '../form-parts.tsx'
import type { ProviderFormProps } from '../provider-attempt.ts'
import { PAYMENT_WINDOW } from '../provider-page.ts'
import { useYandexPay } from './use-yandex-pay.ts'

/** Pays on Yandex Pay's own page, in a popup. */
export function YandexPayForm(props: ProviderFormProps) {
  const { charge, receiptEmail, isResumed, onChangeMethod } = props
  const { t, i18n } = useTranslation('payments')
  const { stage, start, showWindow } = useYandexPay(props)
  if (stage.name === 'checking') return <CheckingPanel />
  if (stage.name === 'waiting' && stage.address)
    return <BlockedPopupPanel address={stage.address} onChangeMethod={onChangeMethod} />
  if (stage.name === 'waiting') return <PopupPanel onShow={showWindow} onChangeMethod={onChangeMethod} />
  const price = formatMoney(charge, i18n.language)
  return (
    <div className="flex flex-col gap-4">
      <ReceiptEmail email={receiptEmail} isBusy={stage.name === 'opening'} onChange={onChangeMethod} />
      <div className="surface flex items-start gap-4 p-5">
        <img
          src="/main_images/marks/yandex-pay.svg"
          alt=""
          width={40}
          height={40}
          className="size-10 shrink-0"
        />
        <p className="text-15 text-pretty">{t(isResumed ? 'window.resumed' : 'window.lead')}</p>
      </div>
      <SubmitBar>
        <Button
          size="large"
          isWide
          isLoading={stage.name === 'opening'}
          icon={<ExternalLink size={20} aria-hidden="true" />}
          onClick={start}
        >
          {t('pay', { price })}
        </Button>
      </SubmitBar>
      <SecurityNote provider="yandex-pay" />
    </div>
  )
}

function PopupPanel({ onShow, onChangeMethod }: { onShow: () => void; onChangeMethod: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <WaitingPanel title={t('window.waiting.title')} text={t('window.waiting.text')}>
      <Button kind="secondary" isWide onClick={onShow}>
        {t('window.waiting.show')}
      </Button>
      <ChangeMethodButton onChangeMethod={onChangeMethod} />
    </WaitingPanel>
  )
}

function BlockedPopupPanel({ address, onChangeMethod }: { address: string; onChangeMethod: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <WaitingPanel title={t('window.blocked.title')} text={t('window.blocked.text')} needsAction>
      <LinkButton
        href={address}
        target={PAYMENT_WINDOW}
        rel="opener"
        isWide
        icon={<ExternalLink size={18} aria-hidden="true" />}
      >
        {t('window.blocked.open')}
      </LinkButton>
      <ChangeMethodButton onChangeMethod={onChangeMethod} />
    </WaitingPanel>
  )
}

function ChangeMethodButton({ onChangeMethod }: { onChangeMethod: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <Button kind="quiet" isWide onClick={onChangeMethod}>
      {t('form.another')}
    </Button>
  )
}
