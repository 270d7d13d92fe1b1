import type { OperatorTicket } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Lock } from 'lucide-react'
import { type KeyboardEvent, type Ref, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { Segments } from '../components/form/segments.tsx'
import { UnsavedGuard } from '../components/layout/unsaved-guard.tsx'
import { noteGround } from '../components/values/note-ground.ts'
import { callOperator } from '../lib/api.ts'
import { getErrorMessage } from '../lib/error-message.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { useAction } from '../lib/use-action.ts'
import { ReplyMenu } from './reply-menu.tsx'
import { useDraft } from './use-draft.ts'

type Mode = 'answer' | 'note'
const MAX_TEXT = 5_000

/** Writes an answer, which is mailed, or a note, which never is. */
export function AnswerBox({ ticket }: { ticket: OperatorTicket }) {
  const { t } = useTranslation('tickets')
  const isClosed = ticket.state === 'closed'
  const [mode, setMode] = useState<Mode>(isClosed ? 'note' : 'answer')
  const [note, setNote] = useState('')
  const draft = useDraft(ticket.id, ticket.draft ?? '', !isClosed)
  const field = useRef<HTMLTextAreaElement>(null)
  const shown = isClosed ? 'note' : mode
  useModeKeys(field, setMode)
  return (
    <section aria-label={t('answer.label')} className="grid gap-3 border-t border-line pt-5">
      <UnsavedGuard isEdited={note.trim() !== '' || draft.status === 'failed'} />
      {isClosed ? (
        <p className="text-15 text-soft">{t('answer.closed')}</p>
      ) : (
        <Segments
          legend={t('answer.kind')}
          isLegendHidden
          options={[
            { value: 'answer', label: t('answer.toPlayer') },
            { value: 'note', label: t('answer.note') },
          ]}
          value={mode}
          onChange={setMode}
        />
      )}
      {shown === 'answer' ? (
        <AnswerForm ticket={ticket} draft={draft} field={field} />
      ) : (
        <NoteForm ticketId={ticket.id} text={note} onChange={setNote} field={field} />
      )}
    </section>
  )
}

/** `r` writes an answer, `n` a note. */
function useModeKeys(field: { current: HTMLTextAreaElement | null }, setMode: (mode: Mode) => void): void {
  const { t } = useTranslation('tickets')
  const shortcuts = useMemo(() => {
    const open = (mode: Mode) => () => {
      // The next key may follow before the next frame, so the other mode's field must be there at once.
      flushSync(() => setMode(mode))
      field.current?.focus()
    }
    return [
      { keys: 'KeyR', label: t('answer.toPlayer'), run: open('answer') },
      { keys: 'KeyN', label: t('answer.note'), run: open('note') },
    ]
  }, [t, field, setMode])
  useShortcuts(shortcuts)
}

function AnswerForm(props: {
  ticket: OperatorTicket
  draft: ReturnType<typeof useDraft>
  field: { current: HTMLTextAreaElement | null }
}) {
  const { ticket, draft, field } = props
  const { t } = useTranslation('tickets')
  const { isPending, error, send } = useSend(ticket.id, draft)
  const isEmpty = draft.text.trim() === ''
  return (
    <div className="grid gap-3">
      <Editor
        ref={field}
        label={t('answer.text', { email: ticket.email })}
        value={draft.text}
        onChange={draft.change}
        onSend={() => void send(false)}
        isReadOnly={isPending}
      />
      <ErrorBanner>{error}</ErrorBanner>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          isLoading={isPending}
          isDisabled={isEmpty}
          disabledReason={t('answer.empty')}
          aria-keyshortcuts="Control+Enter"
          title={t('answer.sendKeys')}
          onClick={() => void send(false)}
        >
          {t('answer.send')}
        </Button>
        <Button
          kind="secondary"
          size="small"
          isLoading={isPending}
          isDisabled={isEmpty}
          disabledReason={t('answer.empty')}
          onClick={() => void send(true)}
        >
          {t('answer.sendAndClose')}
        </Button>
        <p role="status" className={cx('text-13', draft.status === 'failed' ? 'text-fail' : 'text-soft')}>
          {draft.status !== 'none' && t(`draft.${draft.status}`)}
        </p>
        <div className="ms-auto">
          <ReplyMenu
            language={ticket.language}
            onChoose={(text) => {
              insertAtCursor(field.current, text)
              draft.change(field.current?.value ?? draft.text + text)
            }}
          />
        </div>
      </div>
    </div>
  )
}

/** Replaces the selection, as typing would. */
function insertAtCursor(field: HTMLTextAreaElement | null, text: string): void {
  if (!field) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  // The menu gives the focus back to its button when it closes.
  requestAnimationFrame(() => field.focus())
}

/** The key stays the same while the same answer is sent again after a lost connection. */
function useSend(ticketId: string, draft: ReturnType<typeof useDraft>) {
  const { t } = useTranslation('tickets')
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string>()
  const request = useRef<{ content: string; key: string }>(undefined)
  const [isPending, run] = useAction((failure) => {
    if (failure instanceof ApiRefusal) request.current = undefined
    draft.resume()
    setError(getErrorMessage(failure))
  })
  const send = (close: boolean) =>
    run(async () => {
      const text = draft.text.trim()
      if (text === '') return
      setError(undefined)
      const content = `${close} ${text}`
      if (request.current?.content !== content) request.current = { content, key: crypto.randomUUID() }
      await draft.settle()
      await callOperator(
        'POST /tickets/{id}/answer',
        { params: { id: ticketId }, body: { text, close } },
        { idempotencyKey: request.current.key },
      )
      request.current = undefined
      draft.clear()
      await revalidate()
      toast.success(t(close ? 'answer.sentAndClosed' : 'answer.sent'))
    })
  return { isPending, error, send }
}

function NoteForm(props: {
  ticketId: string
  text: string
  onChange: (text: string) => void
  field: { current: HTMLTextAreaElement | null }
}) {
  const { ticketId, text, onChange, field } = props
  const { t } = useTranslation('tickets')
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  const isEmpty = text.trim() === ''
  const add = () =>
    run(async () => {
      if (isEmpty) return
      await callOperator('POST /tickets/{id}/notes', { params: { id: ticketId }, body: { text } })
      onChange('')
      await revalidate()
    })
  return (
    <div className={cx('grid gap-3 rounded-control border p-3', noteGround)}>
      <p className="flex items-center gap-1.5 text-13">
        <Lock size={14} aria-hidden="true" className="shrink-0 text-pending" />
        {t('note.never')}
      </p>
      <Editor
        ref={field}
        label={t('note.text')}
        value={text}
        onChange={onChange}
        onSend={() => void add()}
        isReadOnly={isPending}
      />
      <div>
        <Button
          kind="secondary"
          size="small"
          isLoading={isPending}
          isDisabled={isEmpty}
          disabledReason={t('note.empty')}
          aria-keyshortcuts="Control+Enter"
          onClick={() => void add()}
        >
          {t('note.add')}
        </Button>
      </div>
    </div>
  )
}

/** Ctrl+Enter sends. */
function Editor(props: {
  label: string
  value: string
  onChange: (text: string) => void
  onSend: () => void
  isReadOnly: boolean
  ref: Ref<HTMLTextAreaElement>
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    props.onSend()
  }
  return (
    <textarea
      ref={props.ref}
      aria-label={props.label}
      placeholder={props.label}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
      onKeyDown={onKeyDown}
      readOnly={props.isReadOnly}
      maxLength={MAX_TEXT}
      className="field-sizing-content max-h-[50vh] min-h-32 w-full resize-y rounded-control border border-line-strong bg-ink-0 px-4 py-3 text-[1rem] placeholder:text-soft/80 hover:border-text"
    />
  )
}
