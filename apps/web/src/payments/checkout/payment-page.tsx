import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { navigate } from '../../lib/browser/navigation.ts'
import { useInitialConfig, usePageLanguage } from '../../lib/context/page-context.ts'
import { deliverResult } from '../../lib/embedding/result-delivery.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { usePlayer } from '../../lib/player/player.ts'
import { gameUrl } from '../../ui/game.ts'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { orderOrigin } from '../order/order-origin.ts'
import { type PaymentResult, paymentEnvelope } from '../order/payment-result.ts'
import { showStepInUrl } from '../order/payment-url.ts'
import { isReturnedPaymentWindow } from '../providers/provider-page.ts'
import { logInToPay } from './logged-out.tsx'
import type { PaymentLoaderData } from './payment-loader.ts'
import { PaymentScreen } from './payment-screen.tsx'
import { PaymentUnavailable } from './payment-unavailable.tsx'

export const handle: RouteHandle = { title: (messages) => messages.t('payments:title') }

/** The payment screen as a separate page, opened by a game, an app or a link. */
export function Component() {
  const { paymentId, preloaded } = useLoaderData<PaymentLoaderData>()
  const player = usePlayer()
  const urlAfter = useUrlAfter()
  const [wasGuest] = useState(player.kind === 'guest')
  if (isReturnedPaymentWindow()) return <ReturnedWindow />
  if (wasGuest && player.kind === 'guest') return <LoginRedirect />
  if (!paymentId) return <NoPayment />
  return (
    <PaymentScreen
      key={paymentId}
      paymentId={paymentId}
      preloaded={preloaded}
      variant="page"
      isFromHub={orderOrigin(paymentId) !== null}
      onStep={(step) => showStepInUrl(paymentId, step)}
      onDone={(result) => void finishPayment(paymentId, result, urlAfter(result))}
    />
  )
}

/**
 * Returns to the order's hub page. Any other result is delivered to the waiting embedder, app or site; without one, the
 * hub moves on to the next page.
 */
async function finishPayment(paymentId: string, result: PaymentResult, next: string): Promise<void> {
  const origin = orderOrigin(paymentId)
  // Replaced, so Back does not lead to a finished payment.
  if (origin !== null && result.status !== 'pending') return navigate(origin, { replace: true })
  const envelope = paymentEnvelope(paymentId, result)
  const receiver = await deliverResult('/payments/done', () => envelope, result.project).catch(() => null)
  if (receiver === null) navigate(next)
  if (receiver !== 'window') return
  window.close()
  navigate('/payments/done', { replace: true })
}

/** The page after a payment: the history when the order is paid or may still be, else the game. */
function useUrlAfter(): (result: PaymentResult) => string {
  const language = usePageLanguage()
  const { projects } = useInitialConfig()
  return ({ status, project }) => {
    if (status === 'paid' || status === 'pending') return '/transactions'
    const config = projects.find(({ id }) => id === project)
    return project ? gameUrl(project, config?.mainData, language) : `/games/${language}/`
  }
}

/** A popup redirected back by the provider closes itself. A browser keeping it open shows where to continue. */
function ReturnedWindow() {
  const { t } = useTranslation('payments')
  useEffect(() => window.close(), [])
  return (
    <main id="content" className="grow">
      <ResultScreen
        picture={<Illustration name="pending" />}
        title={t('returned.title')}
        text={t('returned.text')}
      />
    </main>
  )
}

/** The full height keeps the footer from jumping meanwhile. */
function LoginRedirect() {
  useEffect(logInToPay, [])
  return <main id="content" className="min-h-dvh grow" aria-busy="true" />
}

function NoPayment() {
  const language = usePageLanguage()
  const toGames = () => navigate(`/games/${language}/`)
  return (
    <main id="content" className="grow">
      <PaymentUnavailable reason="notFound" variant="page" onLeave={toGames} onRetry={toGames} />
    </main>
  )
}
