import type { Money } from '@playhub/contract/money'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkQuestion } from '../../accounts/link-question.tsx'
import { call } from '../../lib/api/api.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { usePlayer } from '../../lib/player/player.ts'
import { OrderCode } from '../code/order-code.tsx'
import { readNewPrice } from '../order/offer-prices.ts'
import type { LoadedPayment } from '../order/payment-api.ts'
import { type PaymentOption, preferredOption } from '../order/payment-options.ts'
import type { PaymentResult } from '../order/payment-result.ts'
import { type PaymentStep, parsePathProvider } from '../order/payment-url.ts'
import { providerPrice } from '../order/prices.ts'
import { consumeProviderReturn } from '../providers/provider-page.ts'
import { CancelDialog, useCancelDialog } from './cancel-dialog.tsx'
import { LoggedOut } from './logged-out.tsx'
import { MethodForm } from './method-form.tsx'
import { NewPriceDialog } from './new-price-dialog.tsx'
import { OrderSummary } from './order-summary.tsx'
import { type BackHandler, PaymentLayout, type PaymentVariant } from './payment-layout.tsx'
import { PaymentSkeleton } from './payment-skeleton.tsx'
import type { ShownResult, Stage } from './payment-stage.ts'
import { PaymentUnavailable } from './payment-unavailable.tsx'
import { ProviderCheckout } from './provider-checkout.tsx'
import { ResultDialog } from './result/result-dialog.tsx'
import { type PaymentFlow, usePaymentFlow } from './use-payment-flow.ts'

type PaymentScreenProps = {
  paymentId: string
  /** The payment, when it was requested before this screen mounted. */
  preloaded?: Promise<LoadedPayment> | undefined
  onDone: (result: PaymentResult) => void
  variant: PaymentVariant
  /** Ordered on a hub page: the item waits in an unopened game. */
  isFromHub?: boolean
  /** The player moved between the method choice and a provider's form. */
  onStep?: (step: PaymentStep) => void
  backHandler?: Ref<BackHandler> | undefined
}

/** The payment, or a way to log in again when the login has ended, maybe in another tab: charging forms are closed. */
export function PaymentScreen(props: PaymentScreenProps) {
  const { variant, onStep, onDone, backHandler } = props
  const isLoggedIn = usePlayer().kind === 'player'
  const [wasLoggedOut, setWasLoggedOut] = useState(false)
  if (!isLoggedIn && !wasLoggedOut) setWasLoggedOut(true)
  const [step, setStep] = useState<PaymentStep>('process')
  const showStep = (next: PaymentStep) => {
    setStep(next)
    onStep?.(next)
  }
  if (isLoggedIn) {
    const preloaded = wasLoggedOut ? undefined : props.preloaded
    return (
      <>
        <LoggedInPaymentScreen {...props} preloaded={preloaded} onStep={showStep} />
        <LinkQuestion />
      </>
    )
  }
  const isPaying = step !== 'process'
  return (
    <LoggedOut
      variant={variant}
      isPaying={isPaying}
      backHandler={backHandler}
      onLeave={() => onDone({ status: isPaying ? 'pending' : 'none' })}
    />
  )
}

/** Order summary, payment form and result. Closing it decides nothing: the server asks the provider. */
function LoggedInPaymentScreen(props: PaymentScreenProps) {
  const { paymentId, preloaded, onDone, variant, onStep, backHandler } = props
  const [options] = useState(() => ({
    preloaded,
    isReturning: consumeProviderReturn(paymentId),
    requestedProvider: parsePathProvider(location.pathname),
  }))
  const flow = usePaymentFlow(paymentId, options)
  useStepChange(flow.stage, onStep)
  const cancel = useCancelDialog(paymentId, flow)
  const process = 'process' in flow.stage ? flow.stage.process : undefined
  const finish = (status: PaymentResult['status']) =>
    onDone({
      status,
      ...(flow.payload?.purchaseId && { purchaseId: flow.payload.purchaseId }),
      ...(process && { project: process.paymentData.project }),
    })
  const leave = () => (isCancellable(flow.stage) ? cancel.open() : finish(statusOnLeave(flow.stage)))
  const closeResult = (result: ShownResult) => finish(toFinalStatus(result))
  useImperativeHandle(backHandler, () => () => {
    if (flow.result !== null) closeResult(flow.result)
    else if (cancel.isOpen) cancel.close()
    else leave()
    return flow.result === null && isCancellable(flow.stage)
  })
  return (
    <>
      <PaymentLayout
        variant={variant}
        stage={flow.stage}
        tint={process?.paymentData.cardBackgroundColor}
        onLeave={leave}
        hasDialog={flow.result !== null || cancel.isOpen || flow.newPrice !== null}
      >
        <StageView
          flow={flow}
          paymentId={paymentId}
          variant={variant}
          isClosing={cancel.isCancelling || flow.result === 'none'}
          onLeave={leave}
        />
      </PaymentLayout>
      <CancelDialog cancel={cancel} process={process} />
      <NewPrice flow={flow} paymentId={paymentId} />
      <ResultDialog
        result={flow.result}
        paymentId={paymentId}
        process={process}
        payload={flow.payload}
        provider={flow.stage.name === 'paying' ? flow.stage.provider : flow.openAttempt?.provider}
        isFromHub={props.isFromHub}
        onClose={closeResult}
        onRetry={flow.restart}
      />
    </>
  )
}

/** The order's price has ended: the player may go on at today's. The order stays the one that its game waits for. */
function NewPrice({ flow, paymentId }: { flow: PaymentFlow; paymentId: string }) {
  const { stage, newPrice, setNewPrice } = flow
  const [isRepricing, run] = useAction()
  if (!newPrice || stage.name !== 'paying') return null
  const { paymentData } = stage.process
  async function reprice(expected: Money): Promise<void> {
    try {
      await call('POST /payments/reprice/{id}', { params: { id: paymentId }, body: { expected } })
      setNewPrice(null)
      flow.restart()
    } catch (error) {
      const newer = readNewPrice(error, expected.currency)
      if (!newer) throw error
      setNewPrice(newer)
    }
  }
  return (
    <NewPriceDialog
      was={providerPrice(paymentData, stage.provider)}
      now={newPrice}
      isLoading={isRepricing}
      onContinue={() => void run(() => reprice(newPrice))}
      onClose={() => setNewPrice(null)}
    />
  )
}

const toFinalStatus = (result: ShownResult): PaymentResult['status'] =>
  result === 'paid' || result === 'pending' || result === 'fail' ? result : 'none'

function useStepChange(stage: Stage, onStep: ((step: PaymentStep) => void) | undefined): void {
  const step = stage.name === 'paying' ? stage.provider : stage.name === 'choosing' ? 'process' : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: called when the step changes, not when the callback does
  useEffect(() => {
    if (step) onStep?.(step)
  }, [step])
}

/** The code of an open payment stays. */
const isCodeOpen = ({ process, isChangingMethod }: Extract<Stage, { name: 'choosing' }>) =>
  process.code === 'open' || (process.code === 'applied' && !isChangingMethod)

const isCancellable = ({ name }: Stage) => name === 'choosing' || name === 'paying'
const statusOnLeave = (stage: Stage) =>
  stage.name === 'unavailable' && stage.reason === 'alreadyPaid' ? 'paid' : 'none'

function StageView(props: {
  flow: PaymentFlow
  paymentId: string
  variant: PaymentVariant
  isClosing: boolean
  onLeave: () => void
}) {
  const { flow, paymentId, variant, isClosing, onLeave } = props
  const { stage } = flow
  const [chosen, setChosen] = useState<PaymentOption>()
  const { i18n } = useTranslation()
  if (stage.name === 'loading') return <PaymentSkeleton variant={variant} />
  if (stage.name === 'unavailable') {
    return <PaymentUnavailable {...stage} variant={variant} onLeave={onLeave} onRetry={flow.restart} />
  }
  const option = chosen ?? preferredOption(stage.process, i18n.language)
  const provider = stage.name === 'paying' ? stage.provider : option?.provider
  return (
    <>
      <OrderSummary data={stage.process.paymentData} provider={provider}>
        {stage.name === 'choosing' && isCodeOpen(stage) && (
          <OrderCode
            paymentId={paymentId}
            process={stage.process}
            onRepriced={flow.repriced}
            onFinished={flow.restart}
          />
        )}
      </OrderSummary>
      {stage.name === 'choosing' ? (
        <MethodForm
          paymentId={paymentId}
          process={stage.process}
          variant={variant}
          option={option}
          onChoose={setChosen}
          isChangingMethod={stage.isChangingMethod === true}
          onProceed={flow.choose}
          onFinished={flow.formFinished}
          onCancel={onLeave}
        />
      ) : (
        <ProviderCheckout
          flow={flow}
          stage={stage}
          paymentId={paymentId}
          variant={variant}
          isClosing={isClosing}
          onCancel={onLeave}
        />
      )}
    </>
  )
}
