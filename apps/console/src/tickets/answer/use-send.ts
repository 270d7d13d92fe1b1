import type { OperatorTicket } from '@playhub/contract/operator'
import { ApiRefusal, isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { focusTooLong } from '@playhub/ui/form/text-limit.tsx'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { callOperator } from '../../lib/api.ts'
import { getErrorMessage } from '../../lib/error-message.ts'
import { useAction } from '../../lib/use-action.ts'
import type { useAnswer } from './use-answer.ts'

/**
 * Sends the answer to the messages that are on the screen. A ticket that has changed since is loaded again, and what is
 * new is shown. The key stays the same while the same answer is sent again after a lost connection.
 */
export function useSend(props: {
  ticket: OperatorTicket
  draft: ReturnType<typeof useAnswer>
  field: RefObject<HTMLTextAreaElement | null>
  onSent: () => void
}) {
  const { ticket, draft, field, onSent } = props
  const { id } = ticket
  const { t } = useTranslation('tickets')
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string>()
  const request = useRef<{ content: string; key: string }>(undefined)
  const [isPending, run] = useAction((failure) => {
    if (failure instanceof ApiRefusal) request.current = undefined
    draft.resume()
    if (isRefusal(failure, 'TICKET_CHANGED') || isRefusal(failure, 'TICKET_CLOSED')) void revalidate()
    else setError(getErrorMessage(failure))
  })
  const send = ({ close }: { close: boolean }) =>
    run(async () => {
      const text = draft.text.trim()
      if (text === '' || focusTooLong(field.current?.parentNode)) return
      setError(undefined)
      // What is new has been on the screen, above the button.
      const seenMessages = ticket.messages.length
      draft.markSeen()
      const content = `${close} ${seenMessages} ${text}`
      if (request.current?.content !== content) request.current = { content, key: crypto.randomUUID() }
      await draft.waitForSaves()
      if (ticket.state === 'closed')
        await callOperator('POST /tickets/{id}/reopen', { params: { id }, body: {} })
      await callOperator(
        'POST /tickets/{id}/answer',
        { params: { id }, body: { text, close, seenMessages } },
        { idempotencyKey: request.current.key },
      )
      request.current = undefined
      draft.clear()
      await revalidate()
      toast.success(t(close ? 'answer.sentAndClosed' : 'answer.sent'))
      onSent()
    })
  return { isPending, error, send }
}
