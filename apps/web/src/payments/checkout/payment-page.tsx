import { useEffect } from 'react'
import { useLoaderData } from 'react-router'
import { navigate } from '../../lib/browser/navigation.ts'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { currentLanguage } from '../../lib/language/texts.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { usePlayer } from '../../lib/player/player.ts'
import { keepStepInAddress } from '../order/payment-address.ts'
import { isReturnedWindow } from '../providers/provider-page.ts'
import { finishPayment } from './finish-payment.ts'
import type { OpenedPayment } from './payment-loader.ts'
import { PaymentScreen } from './payment-screen.tsx'
import { ClosedPayment } from './payment-unavailable.tsx'
import { ReturnedWindow } from './returned-window.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('payments:title') }

/** A payment as a page of its own: opened by a game, an app, or a link. */
export function Component() {
  const { paymentId, coming } = useLoaderData<OpenedPayment>()
  const player = usePlayer()
  const language = usePageLanguage()
  if (isReturnedWindow()) return <ReturnedWindow />
  if (player.kind === 'guest') return <SignInFirst />
  if (!paymentId) return <NoPayment />
  return (
    <PaymentScreen
      key={paymentId}
      paymentId={paymentId}
      coming={coming}
      variant="page"
      onStep={(step) => keepStepInAddress(paymentId, step)}
      onDone={(result) => void finishPayment(paymentId, result, language)}
    />
  )
}

/**
 * A guest signs in and comes back: the sign-in screen remembers the page that led to it, which is this one. It is gone at
 * once, and as high as the window, so that no footer jumps in between.
 */
function SignInFirst() {
  useEffect(() => navigate(`/session/login?locale=${currentLanguage()}`, { replace: true }), [])
  return <main id="content" className="min-h-dvh grow" aria-busy="true" />
}

function NoPayment() {
  const language = usePageLanguage()
  const toGames = () => navigate(`/games/${language}/`)
  return (
    <main id="content" className="grow">
      <ClosedPayment why="notFound" variant="page" onLeave={toGames} onRetry={toGames} />
    </main>
  )
}
