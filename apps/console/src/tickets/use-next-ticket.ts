import { toast } from '@playhub/ui/feedback/toast.ts'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { callOperator } from '../lib/api.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useAction } from '../lib/use-action.ts'
import { useBackTo } from '../lib/use-back.ts'
import { readTicketQuery } from './ticket-query.ts'

export type NextTicket = { isPending: boolean; open: () => void }

/**
 * Opens the next ticket of the list that this one was opened from, with its filters. Those that were passed over do not
 * come again until the list is opened.
 */
export function useNextTicket(ticketId: string): NextTicket {
  const { t } = useTranslation('tickets')
  const list = useBackTo('/tickets')
  const { state } = useLocation()
  const navigate = useNavigate()
  const [isPending, run] = useAction()
  const open = () =>
    void run(async () => {
      const passed = [...(isTextList(state?.passed) ? state.passed : []), ticketId]
      const next = await findNext(list, passed)
      if (next !== undefined) return navigate(`/tickets/${next}`, { state: { from: list, passed } })
      toast.info(t('next.none'))
      await navigate(list)
    })
  const latest = useRef(open)
  latest.current = open
  const shortcuts = useMemo(() => [{ keys: 'KeyJ', label: t('next.open'), run: () => latest.current() }], [t])
  useShortcuts(shortcuts)
  return { isPending, open }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

async function findNext(list: string, passed: string[]): Promise<string | undefined> {
  const query = { ...readTicketQuery(new URLSearchParams(list.split('?')[1])), limit: 100 }
  for (let cursor: string | undefined; ; ) {
    const { data } = await callOperator('GET /tickets', { query: { ...query, cursor } })
    const next = data.result.find(({ id }) => !passed.includes(id))
    if (next || data.nextCursor === null) return next?.id
    cursor = data.nextCursor
  }
}
