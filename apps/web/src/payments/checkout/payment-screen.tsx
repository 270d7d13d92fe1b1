import type { Game } from '@playhub/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PaymentStep, providerOfPath } from '../order/payment-address.ts'
import type { LoadedPayment } from '../order/payment-api.ts'
import { type PayOption, preferredOption } from '../order/payment-options.ts'
import type { PaymentResult, PaymentVariant } from '../order/payment-result.ts'
import { isBackFromPaying } from '../providers/leaving.ts'
import { CancelQuestion, useCancelQuestion } from './cancel-dialog.tsx'
import { PayForm } from './method-form.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaymentLayout } from './payment-layout.tsx'
import { PaymentSkeleton } from './payment-skeleton.tsx'
import type { Stage } from './payment-stage.ts'
import { ClosedPayment } from './payment-unavailable.tsx'
import { Checkout } from './provider-checkout.tsx'
import { PaymentMoment } from './result-dialog.tsx'
import { useGame } from './use-game.ts'
import { type PaymentFlow, usePaymentFlow } from './use-payment-flow.ts'

/** What you buy, how you pay, and how it ended. Closing it decides nothing: the server asks the provider. */
export function PaymentScreen(props: {
  paymentId: string
  /** The payment, where it was asked for before this screen came. */
  coming?: Promise<LoadedPayment> | undefined
  onDone: (result: PaymentResult) => void
  variant: PaymentVariant
  /** The player has moved between the choice and a provider's form. */
  onStep?: (step: PaymentStep) => void
}) {
  const { paymentId, onDone, variant } = props
  const [entrance] = useState(() => ({
    coming: props.coming,
    isReturning: isBackFromPaying(paymentId),
    wanted: providerOfPath(location.pathname),
  }))
  const flow = usePaymentFlow(paymentId, entrance)
  useStepNews(flow.stage, props.onStep)
  const cancel = useCancelQuestion(paymentId, flow)
  const process = 'process' in flow.stage ? flow.stage.process : undefined
  const game = useGame(process?.paymentData.project)
  const done = (status: PaymentResult['status']) =>
    onDone({
      status,
      ...(flow.purchaseId !== null && { purchaseId: flow.purchaseId }),
      ...(process && { project: process.paymentData.project }),
    })
  const leave = () => (isUnderWay(flow.stage) ? cancel.ask() : done(endOf(flow.stage)))
  return (
    <>
      <PaymentLayout
        variant={variant}
        stage={flow.stage}
        game={game}
        onLeave={leave}
        isCovered={flow.moment !== null || cancel.isAsked}
      >
        <StageView flow={flow} game={game} paymentId={paymentId} variant={variant} onLeave={leave} />
      </PaymentLayout>
      <CancelQuestion cancel={cancel} process={process} />
      <PaymentMoment
        moment={flow.moment}
        process={process}
        onClose={(moment) => done(moment === 'abandoned' ? 'none' : moment)}
        onRetry={flow.restart}
      />
    </>
  )
}

function useStepNews(stage: Stage, onStep: ((step: PaymentStep) => void) | undefined): void {
  const step = stage.name === 'paying' ? stage.provider : stage.name === 'choosing' ? 'process' : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the step changes
  useEffect(() => {
    if (step) onStep?.(step)
  }, [step])
}

const isUnderWay = ({ name }: Stage) => name === 'choosing' || name === 'paying'
const endOf = (stage: Stage) => (stage.name === 'closed' && stage.why === 'alreadyPaid' ? 'paid' : 'none')

function StageView(props: {
  flow: PaymentFlow
  game: Game | undefined
  paymentId: string
  variant: PaymentVariant
  onLeave: () => void
}) {
  const { flow, paymentId, variant, onLeave } = props
  const { stage } = flow
  const [chosen, setChosen] = useState<PayOption>()
  const { i18n } = useTranslation()
  if (stage.name === 'loading') return <PaymentSkeleton variant={variant} />
  if (stage.name === 'closed') {
    return <ClosedPayment {...stage} variant={variant} onLeave={onLeave} onRetry={flow.restart} />
  }
  const option = chosen ?? preferredOption(stage.process, i18n.language)
  const provider = stage.name === 'paying' ? stage.provider : option?.provider
  return (
    <>
      <OrderSummary data={stage.process.paymentData} provider={provider} game={props.game} />
      {stage.name === 'choosing' ? (
        <PayForm
          paymentId={paymentId}
          process={stage.process}
          variant={variant}
          option={option}
          onChoose={setChosen}
          isReconsidering={stage.isReconsidering === true}
          onProceed={flow.choose}
          onSettled={flow.restart}
          onCancel={onLeave}
        />
      ) : (
        <Checkout flow={flow} stage={stage} paymentId={paymentId} variant={variant} onCancel={onLeave} />
      )}
    </>
  )
}
