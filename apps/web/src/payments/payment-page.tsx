import { useEffect } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { addressWithLocale } from '../accounts/index.ts'
import { usePageLanguage } from '../lib/hooks.ts'
import { adoptParameters, updateHubContext } from '../lib/hub-context.ts'
import { navigate } from '../lib/navigation.ts'
import type { RouteHandle } from '../lib/page-title.ts'
import { usePlayer } from '../lib/player.ts'
import { currentLanguage } from '../lib/texts.ts'
import { ClosedPayment } from './closed-payment.tsx'
import { finishPayment } from './finish-payment.ts'
import { keepStepInAddress } from './payment-address.ts'
import { PaymentScreen } from './payment-screen.tsx'
import { isReturnedWindow } from './payment-window.ts'
import { ReturnedWindow } from './returned-window.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('payments:title') }

/** Takes along what the path says about the session (specification §2). */
export function loader({ params, request }: LoaderFunctionArgs): { paymentId: string } {
  adoptParameters(params)
  const url = new URL(request.url)
  const inLanguage = addressWithLocale(url, params.locale)
  if (inLanguage) throw redirect(inLanguage)
  const paymentId = params.id ?? url.searchParams.get('paymentId') ?? ''
  updateHubContext({ paymentId })
  return { paymentId }
}

/** A payment as a page of its own: opened by a game, an app, or a link. */
export function Component() {
  const { paymentId } = useLoaderData<typeof loader>()
  const player = usePlayer()
  const language = usePageLanguage()
  if (isReturnedWindow()) return <ReturnedWindow />
  if (player.kind === 'guest') return <SignInFirst />
  if (!paymentId) return <NoPayment />
  return (
    <PaymentScreen
      key={paymentId}
      paymentId={paymentId}
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
