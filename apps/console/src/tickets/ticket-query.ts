import { ticketReasons } from '@playhub/contract/tickets'
import { readFilters } from '../lib/filters.ts'

/** The queue of an address: tickets that wait for an answer, or those of any state when something is searched for. */
export function readTicketQuery(params: URLSearchParams) {
  const { text, several } = readFilters(params)
  const hours = Number(text('olderThanHours'))
  const q = text('q')
  return {
    q,
    state: text('state') === 'any' ? undefined : (several('state') ?? (q ? undefined : ['open'])),
    assignee: text('assignee'),
    tag: text('tag'),
    project: several('project'),
    language: text('language'),
    reason: ticketReasons.find((reason) => reason === text('reason')),
    olderThanHours: Number.isInteger(hours) && hours > 0 ? hours : undefined,
  }
}
