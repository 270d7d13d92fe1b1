import { formatMoney } from '@playhub/contract/money'
import { ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { PayBar } from '../../checkout/payment-panel.tsx'
import { Checking } from '../checking.tsx'
import type { CheckoutProps } from '../checkout-props.ts'
import { WaitingPanel } from '../form-parts.tsx'
import { PAYMENT_WINDOW } from '../provider-page.ts'
import { ReceiptLine } from '../receipt-line.tsx'
import { SafeLine } from '../safe-line.tsx'
import { useYandexPay } from './use-yandex-pay.ts'

/** Paying on Yandex's own page, which stands in a window beside ours. */
export function YandexPayCheckout(props: CheckoutProps) {
  const { charge, receiptEmail, isResumed, onReconsider } = props
  const { t, i18n } = useTranslation('payments')
  const { stage, begin, showWindow } = useYandexPay(props)
  if (stage.name === 'checking') return <Checking />
  if (stage.name === 'waiting' && stage.address)
    return <BlockedWindow address={stage.address} onReconsider={onReconsider} />
  if (stage.name === 'waiting') return <OpenWindow onShow={showWindow} onReconsider={onReconsider} />
  const price = formatMoney(charge, i18n.language)
  return (
    <div className="flex flex-col gap-4">
      <ReceiptLine email={receiptEmail} isBusy={stage.name === 'opening'} onChange={onReconsider} />
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
      <PayBar>
        <Button
          size="large"
          isWide
          isLoading={stage.name === 'opening'}
          icon={<ExternalLink size={20} aria-hidden="true" />}
          onClick={() => void begin()}
        >
          <span className="numeric">{t('pay', { price })}</span>
        </Button>
      </PayBar>
      <SafeLine provider="yandex-pay" />
    </div>
  )
}

function OpenWindow({ onShow, onReconsider }: { onShow: () => void; onReconsider: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <WaitingPanel title={t('window.waiting.title')} text={t('window.waiting.text')}>
      <Button kind="secondary" isWide onClick={onShow}>
        {t('window.waiting.show')}
      </Button>
      <AnotherWay onReconsider={onReconsider} />
    </WaitingPanel>
  )
}

function BlockedWindow({ address, onReconsider }: { address: string; onReconsider: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <WaitingPanel title={t('window.blocked.title')} text={t('window.blocked.text')} isHeld>
      <LinkButton
        href={address}
        target={PAYMENT_WINDOW}
        rel="opener"
        isWide
        icon={<ExternalLink size={18} aria-hidden="true" />}
      >
        {t('window.blocked.open')}
      </LinkButton>
      <AnotherWay onReconsider={onReconsider} />
    </WaitingPanel>
  )
}

function AnotherWay({ onReconsider }: { onReconsider: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <Button kind="quiet" isWide onClick={onReconsider}>
      {t('form.another')}
    </Button>
  )
}
