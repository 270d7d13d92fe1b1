import type { OperatorTicket, TicketActivity } from '@playhub/contract/operator'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { callOperator } from '../../lib/api.ts'

const POLL_MS = 4_000

/**
 * Asks every 4 s while the tab is visible. A ticket that has changed is loaded again.
 * @returns  colleagues who write an answer now.
 */
export function useActivity({ id, state, messages: { length } }: OperatorTicket): TicketActivity['writing'] {
  const { revalidate } = useRevalidator()
  const [writing, setWriting] = useState<TicketActivity['writing']>([])
  useEffect(() => {
    const aborted = new AbortController()
    const { signal } = aborted
    const poll = async () => {
      if (document.visibilityState !== 'visible') return
      const { data } = await callOperator('GET /tickets/{id}/writing', { params: { id } }, { signal })
      setWriting(data.result.writing)
      if (data.result.messages !== length || data.result.state !== state) await revalidate()
    }
    // Without a response, the last one stays until the next poll.
    const pollQuietly = () => void poll().catch(() => undefined)
    pollQuietly()
    const timer = setInterval(pollQuietly, POLL_MS)
    return () => {
      clearInterval(timer)
      aborted.abort()
    }
  }, [id, state, length, revalidate])
  return writing
}
