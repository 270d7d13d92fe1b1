import type { OperatorTicket } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { PenLine } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Segments } from '../../components/form/segments.tsx'
import { UnsavedGuard } from '../../components/layout/unsaved-guard.tsx'
import { useDraft } from '../../lib/drafts.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import type { NextTicket } from '../use-next-ticket.ts'
import { AnswerForm } from './answer-form.tsx'
import { NoteForm } from './note-form.tsx'
import { useActivity } from './use-activity.ts'
import { useAnswer } from './use-answer.ts'

type Mode = 'answer' | 'note'

/** Writes an answer, which is mailed, or a note, which never is. */
export function AnswerBox({ ticket, next }: { ticket: OperatorTicket; next: NextTicket }) {
  const { t } = useTranslation('tickets')
  const note = useDraft(`ticket-note:${ticket.id}`, '')
  const draft = useAnswer(ticket)
  const [mode, setMode] = useState<Mode>(note.isRestored && draft.text === '' ? 'note' : 'answer')
  const field = useRef<HTMLTextAreaElement>(null)
  const [isSent, setIsSent] = useState(false)
  // An answer that was typed before a colleague closed the ticket stays.
  const isClosed = ticket.state === 'closed' && draft.text === ''
  const shown = isClosed ? 'note' : mode
  useModeKeys(field, setMode)
  return (
    <section
      aria-label={t('answer.label')}
      data-filled={draft.text !== '' || (mode === 'note' && note.value !== '') || undefined}
      className="group/answer grid gap-3 border-t border-line pt-5 max-md:sticky max-md:bottom-(--bar-height) max-md:z-20 max-md:-mx-4 max-md:gap-2 max-md:bg-ink-0 max-md:px-4 max-md:py-3"
    >
      <UnsavedGuard isAtRisk={note.isAtRisk || draft.isAtRisk} />
      {isSent && draft.text === '' && <NextStep next={next} />}
      <Writers ticket={ticket} />
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
        <AnswerForm ticket={ticket} draft={draft} field={field} onSent={() => setIsSent(true)} />
      ) : (
        <NoteForm ticketId={ticket.id} draft={note} field={field} />
      )}
    </section>
  )
}

/** What follows an answer. It has the focus, so Enter opens the next ticket. */
function NextStep({ next }: { next: NextTicket }) {
  const { t } = useTranslation('tickets')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-paid/50 bg-paid/10 px-4 py-2.5">
      <p className="text-15">{t('answer.onItsWay')}</p>
      <Button size="small" autoFocus isLoading={next.isPending} onClick={next.open}>
        {t('next.open')}
      </Button>
    </div>
  )
}

/** Colleagues who write now. */
function Writers({ ticket }: { ticket: OperatorTicket }) {
  const { t, i18n } = useTranslation('tickets')
  const writing = useActivity(ticket)
  const names = new Intl.ListFormat(i18n.language).format(writing.map(({ name }) => name))
  return (
    <p role="status" className="flex items-center gap-2 text-15 font-medium text-pending empty:hidden">
      {writing.length > 0 && (
        <>
          <PenLine size={16} aria-hidden="true" className="shrink-0" />
          {t('writing', { count: writing.length, names })}
        </>
      )}
    </p>
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
