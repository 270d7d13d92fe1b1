import type { OperatorTicket } from '@playhub/contract/operator'
import { fillPlaceholders, listPlaceholders } from '@playhub/contract/operator/placeholders'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedTicket, listNews } from './changed-ticket.tsx'
import { Editor } from './editor.tsx'
import { ReplyMenu } from './reply-menu.tsx'
import type { useAnswer } from './use-answer.ts'
import { useSend } from './use-send.ts'

type FormProps = {
  ticket: OperatorTicket
  draft: ReturnType<typeof useAnswer>
  field: RefObject<HTMLTextAreaElement | null>
  onSent: () => void
}

export function AnswerForm(props: FormProps) {
  const { ticket, draft, field } = props
  const { t } = useTranslation('tickets')
  const { isPending, error, send } = useSend(props)
  const placeholders = usePlaceholders(draft.text, field)
  const hasChanged = listNews(ticket, draft.seen) !== undefined
  const confirm = (close: boolean) => {
    if (placeholders.isChecked) void send({ close })
    else placeholders.check()
  }
  const submit = (close: boolean) => {
    if (hasChanged) document.getElementById(changedId)?.focus()
    else confirm(close)
  }
  return (
    <div className="grid gap-3">
      <ChangedTicket
        id={changedId}
        ticket={ticket}
        seen={draft.seen}
        isPending={isPending}
        isEmpty={draft.text.trim() === ''}
        onSend={() => confirm(false)}
        onEdit={() => {
          draft.markSeen()
          field.current?.focus()
        }}
      />
      <Editor
        ref={field}
        label={t('answer.text', { email: ticket.email })}
        value={draft.text}
        onChange={draft.change}
        onSend={() => submit(false)}
        isReadOnly={isPending}
      />
      {draft.other !== null && <OtherDraft draft={draft} other={draft.other} />}
      <ErrorBanner>
        {placeholders.missing.length > 0 &&
          t('answer.missing', { placeholders: placeholders.missing.join(', ') })}
      </ErrorBanner>
      <ErrorBanner>{error}</ErrorBanner>
      <div className="flex flex-wrap items-center gap-2">
        {!hasChanged && (
          <SendButtons
            isPending={isPending}
            isEmpty={draft.text.trim() === ''}
            isWarned={placeholders.isWarned}
            onSend={submit}
          />
        )}
        <p role="status" className={cx('text-13', draft.status === 'failed' ? 'text-fail' : 'text-soft')}>
          {draft.status !== 'none' && t(`draft.${draft.status}`)}
        </p>
        <div className="ms-auto">
          <ReplyMenu
            language={ticket.language}
            onChoose={(text) => {
              insertAtCursor(field.current, fillPlaceholders(text, ticket.placeholders ?? {}))
              draft.change(field.current?.value ?? draft.text + text)
            }}
          />
        </div>
      </div>
    </div>
  )
}

const changedId = 'ticket-changed'

function SendButtons(props: {
  isPending: boolean
  isEmpty: boolean
  isWarned: boolean
  onSend: (close: boolean) => void
}) {
  const { t } = useTranslation('tickets')
  const { isPending, isEmpty, isWarned, onSend } = props
  return (
    <div className="contents max-md:hidden max-md:group-data-filled/answer:contents">
      <Button
        size="small"
        isLoading={isPending}
        isDisabled={isEmpty}
        disabledReason={t('answer.empty')}
        aria-keyshortcuts="Control+Enter"
        title={t('answer.sendKeys')}
        onClick={() => onSend(false)}
      >
        {t(isWarned ? 'answer.sendAnyway' : 'answer.send')}
      </Button>
      <Button
        kind="secondary"
        size="small"
        isLoading={isPending}
        isDisabled={isEmpty}
        disabledReason={t('answer.empty')}
        onClick={() => onSend(true)}
      >
        {t('answer.sendAndClose')}
      </Button>
    </div>
  )
}

/** Placeholders that had no value. The first attempt to send selects one; a second sends the text as it is. */
function usePlaceholders(text: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [warned, setWarned] = useState<string>()
  const missing = listPlaceholders(text).map((name) => `{${name}}`)
  const isWarned = missing.length > 0 && warned === missing.join()
  return {
    missing,
    isWarned,
    isChecked: missing.length === 0 || isWarned,
    check() {
      setWarned(missing.join())
      const [first = ''] = missing
      const start = text.indexOf(first)
      field.current?.focus()
      field.current?.setSelectionRange(start, start + first.length)
    },
  }
}

/** Another draft, which the operator has written elsewhere. */
function OtherDraft({ draft, other }: { draft: FormProps['draft']; other: string }) {
  const { t } = useTranslation('tickets')
  return (
    <div className="grid gap-3 rounded-control border border-line bg-ink-1 p-4">
      <p className="text-13 text-soft">{t('draft.other')}</p>
      <p className="text-15 wrap-anywhere whitespace-pre-wrap">{other}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" size="small" onClick={() => draft.choose(other)}>
          {t('draft.useOther')}
        </Button>
        <Button kind="quiet" size="small" onClick={() => draft.choose(draft.text)}>
          {t('draft.keep')}
        </Button>
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
