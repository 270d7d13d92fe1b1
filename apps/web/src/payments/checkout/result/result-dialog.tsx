import type { PaymentPayload, PaymentProcess } from '@playhub/contract'
import type { PaymentProvider } from '@playhub/contract/payment-methods'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { StatusChip } from '@playhub/ui/status-chip.tsx'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInitialConfig, usePageLanguage } from '../../../lib/context/page-context.ts'
import { playUrl } from '../../../ui/game.ts'
import { itemName } from '../../order/prices.ts'
import type { ShownResult } from '../payment-stage.ts'
import { HelpAction, ReceiptAction } from './receipt-action.tsx'
import { ResultArt } from './result-art.tsx'
import { ResultFacts } from './result-facts.tsx'

type Payment = {
  paymentId: string
  process: PaymentProcess
  payload: PaymentPayload | null
  /** The provider whose form is open. */
  provider: PaymentProvider | undefined
  /** Ordered on a hub page: the item waits in its game. */
  isFromHub: boolean | undefined
}

type ResultDialogProps = Omit<Payment, 'process'> & {
  process: PaymentProcess | undefined
  result: ShownResult | null
  onClose: (result: ShownResult) => void
  onRetry: () => void
}

/** Shows a payment's result, with the next step. */
export function ResultDialog({ result, process, onClose, onRetry, ...payment }: ResultDialogProps) {
  const shown = useLastValue(result)
  if (!shown || !process) return null
  const isOpen = result !== null
  const close = () => onClose(shown)
  if (shown === 'pending' || shown === 'paid') {
    return <Moment isOpen={isOpen} state={shown} onClose={close} {...payment} process={process} />
  }
  return <NotPaid isOpen={isOpen} reason={shown} process={process} onClose={close} onRetry={onRetry} />
}

type MomentState = 'pending' | 'paid'

/** On its way, or paid. Both have the same size, so nothing moves when the money arrives. */
function Moment({ isOpen, state, onClose, ...payment }: Payment & MomentProps) {
  const { t, i18n } = useTranslation(['payments', 'common'])
  const { process, isFromHub } = payment
  const item = itemName(process.paymentData, i18n.language)
  const game = process.paymentData.projectName
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      className="text-center"
      picture={<ResultArt data={process.paymentData} state={state} />}
      title={
        <>
          <Swap
            state={state}
            pending={<StatusChip status="pending" />}
            paid={<StatusChip status="paid" label={t('result.paid.title')} />}
            className="mb-3 font-text"
          />{' '}
          <Swap state={state} pending={t('result.pending.title')} paid={t('result.paid.yours', { item })} />
        </>
      }
      description={
        <Swap
          state={state}
          pending={t('result.pending.text')}
          paid={isFromHub ? t('result.paid.waits', { game }) : t('result.paid.text')}
        />
      }
      actions={<MomentActions state={state} onClose={onClose} payment={payment} />}
    >
      <ResultFacts {...payment} />
    </Dialog>
  )
}

type MomentProps = { isOpen: boolean; state: MomentState; onClose: () => void }

/** Takes the room of the larger state. The other one is invisible, to screen readers as well. */
function Swap(props: { state: MomentState; className?: string } & Record<MomentState, ReactNode>) {
  const { state, className } = props
  return (
    <span className={cx('grid items-center *:[grid-area:1/1]', className)}>
      {(['pending', 'paid'] as const).map((name) => (
        <span key={name} className={name === state ? undefined : 'invisible'}>
          {props[name]}
        </span>
      ))}
    </span>
  )
}

function MomentActions(props: { state: MomentState; onClose: () => void; payment: Payment }) {
  const { t } = useTranslation('payments')
  const { state, onClose, payment } = props
  const isPaid = state === 'paid'
  const isWaitingInGame = isPaid && payment.isFromHub
  return (
    <div className="flex w-full flex-col gap-1">
      <div className="flex gap-2 *:flex-1">
        <Button onClick={onClose} kind={isPaid && !isWaitingInGame ? 'primary' : 'secondary'}>
          {t(isPaid ? 'result.ok' : 'result.pending.close')}
        </Button>
        {isWaitingInGame && <PlayLink project={payment.process.paymentData} />}
      </div>
      {isPaid ? (
        <ReceiptAction paymentId={payment.paymentId} />
      ) : (
        <HelpAction paymentId={payment.paymentId} />
      )}
    </div>
  )
}

/** Nothing was charged, with the way to try again unless an operator has closed the order. */
function NotPaid(props: {
  isOpen: boolean
  reason: Exclude<ShownResult, MomentState>
  process: PaymentProcess
  onClose: () => void
  onRetry: () => void
}) {
  const { t } = useTranslation('payments')
  const { isOpen, reason, process, onClose, onRetry } = props
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      className="text-center"
      picture={<ResultArt data={process.paymentData} state="notPaid" />}
      title={t(`result.${reason}.title`)}
      description={t(`result.${reason}.text`)}
      actions={
        reason === 'granted' || reason === 'revoked' ? (
          <Button onClick={onClose}>{t('result.ok')}</Button>
        ) : (
          <>
            <Button kind="secondary" className="md:flex-1" onClick={onClose}>
              {t('result.later')}
            </Button>
            <Button className="md:flex-1" onClick={onRetry}>
              {t('result.again')}
            </Button>
          </>
        )
      }
    />
  )
}

/** Leads to the waiting item's game. */
function PlayLink(props: { project: Pick<PaymentProcess['paymentData'], 'project' | 'projectName'> }) {
  const { t } = useTranslation('catalogue')
  const language = usePageLanguage()
  const { projects } = useInitialConfig()
  const { project, projectName } = props.project
  const mainData = projects.find(({ id }) => id === project)?.mainData
  return (
    <LinkButton
      href={playUrl(project, mainData, language)}
      data-replace
      aria-label={t('playGame', { name: projectName })}
      icon={<Play size={20} fill="currentColor" aria-hidden="true" />}
    >
      {t('play')}
    </LinkButton>
  )
}

/** The last value before null, so the dialog keeps its text while it fades out. */
function useLastValue<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
