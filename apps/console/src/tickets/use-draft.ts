import { useEffect, useRef, useState } from 'react'
import { callOperator } from '../lib/api.ts'
import { createDraftSaver } from './draft-saver.ts'

const SAVE_AFTER_MS = 1_000
const RETRY_AFTER_MS = 5_000

export type DraftStatus = 'none' | 'unsaved' | 'saving' | 'saved' | 'failed'

/**
 * The unsent answer, kept on the server 1 s after the last key and when the page is left.
 * @param initial  What the server has.
 * @param isKept   False for a ticket that accepts no answer.
 */
export function useDraft(ticketId: string, initial: string, isKept: boolean) {
  const [text, setText] = useState(initial)
  const [status, setStatus] = useState<DraftStatus>(initial ? 'saved' : 'none')
  const [attempt, setAttempt] = useState(0)
  const [saver] = useState(() => createDraftSaver(initial, (next) => putDraft(ticketId, next)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = async () => {
    setStatus('saving')
    const isSaved = await saver.save()
    if (!isSaved) setAttempt((count) => count + 1)
    setStatus(!isSaved ? 'failed' : saver.isUnsaved() ? 'unsaved' : 'saved')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts anew with each key and each failed attempt
  useEffect(() => {
    if (!isKept || !saver.isUnsaved()) return
    timer.current = setTimeout(() => void save(), status === 'failed' ? RETRY_AFTER_MS : SAVE_AFTER_MS)
    return () => clearTimeout(timer.current)
  }, [text, attempt, isKept])
  useEffect(() => () => void saver.save(), [saver])

  return {
    text,
    status,
    change(next: string) {
      saver.text = next
      setText(next)
      setStatus(saver.isUnsaved() ? 'unsaved' : 'saved')
    },
    /** Runs before the answer is sent: a draft that arrives later would stay. */
    async settle() {
      clearTimeout(timer.current)
      await saver.settle()
    },
    /** The answer was not sent. */
    resume: () => setAttempt((count) => count + 1),
    /** The answer was sent, and the server has deleted the draft. */
    clear() {
      saver.forget()
      setText('')
      setStatus('none')
    },
  }
}

async function putDraft(id: string, text: string): Promise<void> {
  const body = { text: text.trim() === '' ? '' : text }
  await callOperator('PUT /tickets/{id}/draft', { params: { id }, body })
}
