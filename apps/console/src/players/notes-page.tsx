import type { PlayerDetails } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { Button, IconButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { focusTooLong } from '@playhub/ui/form/text-limit.tsx'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { DraftNote } from '../components/form/draft-note.tsx'
import { UnsavedGuard } from '../components/layout/unsaved-guard.tsx'
import { Instant } from '../components/values/instant.tsx'
import { noteGround } from '../components/values/note-ground.ts'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { useMe } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'
import { usePlayer } from './player.ts'

type Note = PlayerDetails['notes'][number]

/** Staff notes about the player. */
export function Component() {
  const { t } = useTranslation('players')
  const player = usePlayer()
  const canWrite = useMe().can('players.note')
  const [deleted, setDeleted] = useState<Note>()
  return (
    <div className="grid max-w-180 gap-5">
      {canWrite && <NoteForm playerId={player.id} />}
      {player.notes.length === 0 ? (
        <p className="text-15 text-soft">{t('notes.empty')}</p>
      ) : (
        <ul className="grid gap-3">
          {player.notes.map((note) => (
            <li
              key={note.id}
              className={cx('flex items-start gap-2 rounded-control border px-4 py-3 text-15', noteGround)}
            >
              <div className="min-w-0 grow">
                <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
                <p className="mt-1 text-13 text-soft">
                  {note.operator}, <Instant at={note.createdAt} />
                </p>
              </div>
              {canWrite && note.isOwn && (
                <IconButton label={t('notes.delete')} onClick={() => setDeleted(note)}>
                  <Trash2 size={17} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <DeleteDialog playerId={player.id} note={deleted} onClose={() => setDeleted(undefined)} />
    </div>
  )
}

function NoteForm({ playerId }: { playerId: string }) {
  const { t } = useTranslation('players')
  const { revalidate } = useRevalidator()
  const draft = useDraft(`player-note:${playerId}`, '')
  const text = draft.value
  const [isPending, run] = useAction()
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (focusTooLong(event.currentTarget)) return
    void run(async () => {
      await callOperator('POST /players/{id}/notes', { params: { id: playerId }, body: { text } })
      draft.clear()
      await revalidate()
    })
  }
  return (
    <form noValidate onSubmit={add} className="grid gap-3">
      <UnsavedGuard isAtRisk={draft.isAtRisk} />
      <TextArea
        label={t('notes.text')}
        hint={t('notes.hint')}
        rows={3}
        maxLength={operatorLimits.text}
        value={text}
        readOnly={isPending}
        onChange={(event) => draft.change(event.target.value)}
      />
      <DraftNote draft={draft} />
      <div>
        <Button
          type="submit"
          size="small"
          isLoading={isPending}
          isDisabled={text.trim() === ''}
          disabledReason={t('notes.missing')}
        >
          {t('notes.add')}
        </Button>
      </div>
    </form>
  )
}

function DeleteDialog(props: { playerId: string; note: Note | undefined; onClose: () => void }) {
  const { t } = useTranslation('players')
  const { revalidate } = useRevalidator()
  const { playerId, note } = props
  return (
    <ConfirmDialog
      isOpen={note !== undefined}
      onClose={props.onClose}
      title={t('notes.deleteTitle')}
      consequence={note?.text ?? ''}
      confirmLabel={t('notes.delete')}
      isDanger
      onConfirm={async () => {
        if (!note) return
        await callOperator('DELETE /players/{id}/notes/{note}', { params: { id: playerId, note: note.id } })
        await revalidate()
      }}
    />
  )
}
