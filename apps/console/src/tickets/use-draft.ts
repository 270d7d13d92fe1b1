import { useEffect, useState } from 'react'
import { callOperator } from '../lib/api.ts'

const SAVE_AFTER_MS = 1_000
const RETRY_AFTER_MS = 5_000

export type DraftStatus = 'none' | 'unsaved' | 'saving' | 'saved' | 'failed'

/** The unsent answer, kept on the server 1 s after the last key and when the page is left. */
export function useDraft(ticketId: string, initial: string, isKept: boolean) {
  const [text, setText] = useState(initial)
  const [status, setStatus] = useState<DraftStatus>(initial ? 'saved' : 'none')
  const [attempt, setAttempt] = useState(0)
  const [saver] = useState(() => createSaver(ticketId, initial))

  const save = async () => {
    setStatus('saving')
    const isSaved = await saver.save()
    setStatus(isSaved ? 'saved' : 'failed')
    if (!isSaved) setAttempt((count) => count + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timer starts anew with each key and each failed attempt
  useEffect(() => {
    if (!isKept || !saver.isUnsaved()) return
    const timer = setTimeout(() => void save(), status === 'failed' ? RETRY_AFTER_MS : SAVE_AFTER_MS)
    saver.cancel = () => clearTimeout(timer)
    return saver.cancel
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
    /** Before the answer is sent: a draft that arrives later would stay. */
    async settle() {
      saver.cancel()
      await saver.inFlight
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

type Saver = {
  text: string
  inFlight: Promise<unknown>
  cancel: () => void
  isUnsaved(): boolean
  /** Saves in the order of calls. @returns whether the newest text is on the server. */
  save(): Promise<boolean>
  forget(): void
}

function createSaver(ticketId: string, initial: string): Saver {
  let saved = initial
  const send = async (text: string) => {
    const body = { text: text.trim() === '' ? '' : text }
    await callOperator('PUT /tickets/{id}/draft', { params: { id: ticketId }, body })
    saved = text
  }
  return {
    text: initial,
    inFlight: Promise.resolve(),
    cancel: () => undefined,
    isUnsaved() {
      return this.text !== saved
    },
    async save() {
      const { text, inFlight } = this
      const sent = inFlight.then(() => (text === saved ? undefined : send(text)))
      this.inFlight = sent.catch(() => undefined)
      return sent.then(
        () => true,
        () => false,
      )
    },
    forget() {
      this.text = ''
      saved = ''
    },
  }
}
