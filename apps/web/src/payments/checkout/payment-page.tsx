import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { navigate } from '../../lib/browser/navigation.ts'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { deliverResult } from '../../lib/embedding/result-delivery.ts'
import { currentLanguage } from '../../lib/language/texts.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { usePlayer } from '../../lib/player/player.ts'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { showStepInAddress } from '../order/payment-address.ts'
import { type PaymentResult, paymentEnvelope } from '../order/payment-result.ts'
import { isReturnedPaymentWindow } from '../providers/provider-page.ts'
import type { PaymentLoaderData } from './payment-loader.ts'
import { PaymentScreen } from './payment-screen.tsx'
import { PaymentUnavailable } from './payment-unavailable.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('payments:title') }

/** The payment screen as a page of its own, opened by a game, an app or a link. */
export function Component() {
  const { paymentId, preloaded } = useLoaderData<PaymentLoaderData>()
  const player = usePlayer()
  const language = usePageLanguage()
  if (isReturnedPaymentWindow()) return <ReturnedWindow />
  if (player.kind === 'guest') return <SignInRedirect />
  if (!paymentId) return <NoPayment />
  return (
    <PaymentScreen
      key={paymentId}
      paymentId={paymentId}
      preloaded={preloaded}
      variant="page"
      onStep={(step) => showStepInAddress(paymentId, step)}
      onDone={(result) => void finishPayment(paymentId, result, language)}
    />
  )
}

/** Delivers the result to the embedder, app or site that waits for it; otherwise moves on to the next page. */
async function finishPayment(paymentId: string, result: PaymentResult, language: string): Promise<void> {
  const envelope = paymentEnvelope(paymentId, result)
  const receiver = await deliverResult('/payments/done', () => envelope, result.project).catch(() => null)
  if (receiver === null) navigate(nextAddress(result, language))
  if (receiver !== 'window') return
  window.close()
  navigate('/payments/done', { replace: true })
}

/** The history when the order is paid or may still be, else the game. */
function nextAddress({ status, project }: PaymentResult, language: string): string {
  if (status === 'paid' || status === 'pending') return '/transactions'
  return project ? `/games/${language}/${project}/` : `/games/${language}/`
}

/** A popup that the provider redirected back closes itself. A browser that keeps it open shows where to continue. */
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

/** The sign-in page returns to the page that led to it. The full height keeps the footer from jumping meanwhile. */
function SignInRedirect() {
  useEffect(() => navigate(`/session/login?locale=${currentLanguage()}`, { replace: true }), [])
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
