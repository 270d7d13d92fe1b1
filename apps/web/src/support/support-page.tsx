import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { requirePlayer } from '../lib/player/player.ts'
import { loadFeedbackEmail, loadPayment, loadTicket, loadTickets } from './load-support.ts'
import { AskForHelp } from './new-ticket.tsx'
import { ticketIn } from './support-address.ts'
import { TicketPage } from './ticket-page.tsx'

export const handle: RouteHandle = { title: (texts) => texts.t('support:title') }

/** The page shows at once, and what it has to know comes when it comes. */
export function loader({ request, params }: LoaderFunctionArgs) {
  requirePlayer()
  const id = ticketIn(request.url)
  return id === null
    ? partsOfForm(params.id)
    : { isOf: 'ticket' as const, ...inPlace({ ticket: loadTicket(id) }) }
}

function partsOfForm(paymentId: string | undefined) {
  const ask = Promise.all([loadPayment(paymentId), loadFeedbackEmail()])
  return { isOf: 'form' as const, paymentId, ...inPlace({ ask, tickets: loadTickets() }) }
}

/** A part that fails says so in its place. */
function inPlace<Parts extends Record<string, Promise<unknown>>>(parts: Parts): Parts {
  for (const part of Object.values(parts)) part.catch(() => undefined)
  return parts
}

export type FormParts = ReturnType<typeof partsOfForm>

/** A request to support: to write one, or to follow one. */
export function Component() {
  const data = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page-width max-w-5xl grow py-8 md:py-12">
      {data.isOf === 'ticket' ? <TicketPage ticket={data.ticket} /> : <AskForHelp {...data} />}
    </main>
  )
}
