import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { LinkQuestion } from '../accounts/link-question.tsx'
import type { RouteHandle } from '../lib/page/page-title.ts'
import { requirePlayer } from '../lib/player/player.ts'
import { loadSupportForm, loadTicketThread } from './load-support.ts'
import { SupportForm } from './support-form.tsx'
import { TicketPage } from './ticket-page.tsx'
import { ticketIdInUrl } from './tickets.ts'

export const handle: RouteHandle = {
  title: (messages) => messages.t('support:title'),
  access: 'player',
}

export function loader({ request, params }: LoaderFunctionArgs) {
  requirePlayer()
  const ticketId = ticketIdInUrl(request.url)
  return ticketId === null
    ? { kind: 'form' as const, ...loadSupportForm(params.id) }
    : { kind: 'ticket' as const, ...loadTicketThread(ticketId) }
}

export function Component() {
  const data = useLoaderData<typeof loader>()
  return (
    <main id="content" className="page-width grow py-8 md:py-14">
      {data.kind === 'ticket' ? <TicketPage ticket={data.ticket} /> : <SupportForm {...data} />}
      <LinkQuestion />
    </main>
  )
}
