import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { focusTooLong } from '@playhub/ui/form/text-limit.tsx'
import { Lock } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { DraftNote } from '../../components/form/draft-note.tsx'
import { noteGround } from '../../components/values/note-ground.ts'
import { callOperator } from '../../lib/api.ts'
import type { useDraft } from '../../lib/drafts.ts'
import { useAction } from '../../lib/use-action.ts'
import { Editor } from './editor.tsx'

export function NoteForm(props: {
  ticketId: string
  draft: ReturnType<typeof useDraft<string>>
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const { ticketId, draft, field } = props
  const { t } = useTranslation('tickets')
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  const text = draft.value
  const isEmpty = text.trim() === ''
  const add = () =>
    run(async () => {
      if (isEmpty || focusTooLong(field.current?.parentNode)) return
      await callOperator('POST /tickets/{id}/notes', { params: { id: ticketId }, body: { text } })
      draft.clear()
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
        onChange={draft.change}
        onSend={() => void add()}
        isReadOnly={isPending}
      />
      <DraftNote draft={draft} />
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
