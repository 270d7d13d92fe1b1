import type { OperatorTicket } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { useEffect, useRef, useState } from 'react'
import { callOperator } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { createDraftSaver } from './draft-saver.ts'

const SAVE_AFTER_MS = 1_000
const RETRY_AFTER_MS = 5_000
/** While keys follow each other, so colleagues see who writes. */
const SAVE_AT_LEAST_EVERY_MS = 3_000

export type DraftStatus = 'none' | 'unsaved' | 'saving' | 'saved' | 'local' | 'failed'

/**
 * The unsent answer. It stays in the browser until the hub has it as the ticket's draft, 1 s after the last key and when
 * the page is left.
 */
export function useAnswer(ticket: OperatorTicket) {
  const hubText = ticket.draft ?? ''
  const local = useDraft<{ text: string; sent: string[] }>(`answer:${ticket.id}`, { text: '', sent: [] })
  const [text, setText] = useState(local.isRestored ? local.value.text : hubText)
  // The operator has written another draft elsewhere since this one was typed.
  const [other, setOther] = useState(() =>
    local.isRestored && hubText !== '' && ![text, ...local.value.sent].includes(hubText) ? hubText : null,
  )
  const [status, setStatus] = useState<DraftStatus>(text !== hubText ? 'unsaved' : text ? 'saved' : 'none')
  const [attempt, setAttempt] = useState(0)
  const [saver] = useState(() => createDraftSaver(hubText, (next) => putDraft(ticket.id, next)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const savedAt = useRef(Date.now())
  const failed = local.isAtRisk ? 'failed' : 'local'
  const { seen, ...seenMessages } = useSeen(ticket, text)

  const save = async () => {
    if (text.trim().length > operatorLimits.text) return setStatus(failed)
    savedAt.current = Date.now()
    setStatus('saving')
    local.change({ text, sent: [saver.saved, text] })
    const isSaved = await saver.save()
    if (!isSaved) setAttempt((count) => count + 1)
    if (isSaved && !saver.isUnsaved()) local.clear()
    setStatus(!isSaved ? failed : saver.isUnsaved() ? 'unsaved' : 'saved')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts anew with each key and each failed attempt
  useEffect(() => {
    if (other !== null) return
    saver.text = text
    if (!saver.isUnsaved()) return local.isRestored ? local.clear() : undefined
    const latest = savedAt.current + SAVE_AT_LEAST_EVERY_MS - Date.now()
    const delay = status === failed ? RETRY_AFTER_MS : Math.max(0, Math.min(SAVE_AFTER_MS, latest))
    timer.current = setTimeout(() => void save(), delay)
    return () => clearTimeout(timer.current)
  }, [text, other, attempt])
  useEffect(() => () => void (saver.text.trim().length <= operatorLimits.text && saver.save()), [saver])

  const change = (next: string) => {
    const isSaved = next === saver.saved
    if (text === '') savedAt.current = Date.now()
    seenMessages.follow(next)
    setText(next)
    if (isSaved) local.clear()
    else local.change({ text: next, sent: other === null ? [saver.saved] : local.value.sent })
    setStatus(isSaved ? 'saved' : 'unsaved')
  }
  return {
    text,
    status,
    isAtRisk: local.isAtRisk,
    change,
    /** Messages that the operator had read when the answer was begun. */
    seen,
    /** The operator has read the new messages. */
    markSeen: seenMessages.mark,
    other,
    /** Decides between two drafts. */
    choose(chosen: string) {
      setOther(null)
      change(chosen)
    },
    /** Runs before sending: a later draft would stay. */
    async waitForSaves() {
      clearTimeout(timer.current)
      await saver.waitForSaves()
    },
    /** The answer was not sent. */
    resume: () => setAttempt((count) => count + 1),
    /** The answer was sent, and the server has deleted the draft. */
    clear() {
      saver.forget()
      seenMessages.follow('')
      local.clear()
      setOther(null)
      setText('')
      setStatus('none')
    },
  }
}

/** The page renews the messages while the answer is written, so it remembers how many were there at first. */
function useSeen({ messages, draftAt }: OperatorTicket, text: string) {
  const [begun, setBegun] = useState(() =>
    text === '' ? null : messages.filter(({ createdAt }) => createdAt <= (draftAt ?? Infinity)).length,
  )
  return {
    seen: Math.min(begun ?? messages.length, messages.length),
    mark: () => setBegun(messages.length),
    /** The text is now this. */
    follow: (next: string) => setBegun(next === '' ? null : (begun ?? messages.length)),
  }
}

async function putDraft(id: string, text: string): Promise<void> {
  const body = { text: text.trim() === '' ? '' : text }
  await callOperator('PUT /tickets/{id}/draft', { params: { id }, body })
}
