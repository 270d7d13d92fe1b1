import type { OperatorTicket } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConflictNote } from '../components/values/conflict-note.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { type Conflict, readConflict } from '../lib/conflict.ts'
import { formatLanguage } from '../lib/format.ts'
import { useMe, useProjectNames } from '../lib/me.ts'
import { showError, useAction } from '../lib/use-action.ts'
import { useAssignees } from './use-assignees.ts'

const MAX_TAGS = 10
const control = 'h-9 rounded-md border border-line bg-ink-0 px-2.5 text-15 hover:border-text max-md:h-11'

/** What a ticket is about, who works on it, and its tags. */
export function TicketFacts({ ticket, canEdit }: { ticket: OperatorTicket; canEdit: boolean }) {
  const { t: tCommon, i18n } = useTranslation()
  const getProjectName = useProjectNames()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const edit = useEdit(setConflict)
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-15 text-soft">
        <span className="text-text">{tCommon(`ticketReason.${ticket.reason}`)}</span>
        {ticket.project && <span>{getProjectName(ticket.project)}</span>}
        <span>{formatLanguage(ticket.language, i18n.language)}</span>
        <span>
          <Instant at={ticket.createdAt} />
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-15">
        {canEdit ? <Assignee ticket={ticket} {...edit} /> : <AssigneeName ticket={ticket} />}
        <Tags ticket={ticket} canEdit={canEdit} {...edit} />
      </div>
      <ConflictNote conflict={conflict} />
    </div>
  )
}

type Edit = { isPending: boolean; save: (action: () => Promise<unknown>) => Promise<void> }

/** Changes the version that the operator sees. When someone was faster, theirs is shown. */
function useEdit(onConflict: (conflict: Conflict | null) => void): Edit {
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction((error) => {
    const conflict = readConflict(error)
    onConflict(conflict)
    if (conflict) void revalidate()
    else showError(error)
  })
  const save = (action: () => Promise<unknown>) =>
    run(async () => {
      await action()
      onConflict(null)
      await revalidate()
    })
  return { isPending, save }
}

function AssigneeName({ ticket }: { ticket: OperatorTicket }) {
  const { t } = useTranslation('tickets')
  return (
    <span>
      <span className="text-soft">{t('facts.assignee')}</span> {ticket.assignee?.name ?? t('column.nobody')}
    </span>
  )
}

function Assignee({ ticket, isPending, save }: Edit & { ticket: OperatorTicket }) {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const { id, version, assignee } = ticket
  const listed = useAssignees()
  const isListed = assignee === null || listed.some((one) => one.id === assignee.id)
  const assign = (operatorId: string | null) =>
    void save(() =>
      callOperator('PUT /tickets/{id}/assignee', { params: { id }, body: { operatorId, version } }),
    )
  return (
    <div className="flex items-center gap-2">
      <label className="flex items-center gap-2">
        <span className="text-13 text-soft">{t('facts.assignee')}</span>
        <select
          className={`${control} max-w-52`}
          value={assignee?.id ?? ''}
          aria-busy={isPending || undefined}
          onChange={(event) => assign(event.target.value || null)}
        >
          <option value="">{t('column.nobody')}</option>
          {(isListed ? listed : [assignee, ...listed]).map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {assignee === null && (
        <Button kind="quiet" size="small" isLoading={isPending} onClick={() => assign(me.id)}>
          {t('facts.take')}
        </Button>
      )}
    </div>
  )
}

function Tags({ ticket, canEdit, isPending, save }: Edit & { ticket: OperatorTicket; canEdit: boolean }) {
  const { t } = useTranslation('tickets')
  const [tag, setTag] = useState('')
  const { id, version, tags } = ticket
  const change = (next: string[]) =>
    save(() => callOperator('PUT /tickets/{id}/tags', { params: { id }, body: { tags: next, version } }))
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const added = tag.trim()
    if (added !== '' && !tags.includes(added)) await change([...tags, added])
    setTag('')
  }
  if (!canEdit && tags.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1.5" aria-busy={isPending || undefined}>
      <span className="me-0.5 text-13 text-soft">{t('facts.tags')}</span>
      {tags.map((one) => (
        <span key={one} className="inline-flex h-8 items-center rounded-md bg-ink-2 ps-2.5 text-14">
          <span className={canEdit ? undefined : 'pe-2.5'}>{one}</span>
          {canEdit && (
            <button
              type="button"
              aria-label={t('facts.removeTag', { tag: one })}
              onClick={() => void change(tags.filter((other) => other !== one))}
              className="grid size-8 place-items-center rounded-md text-soft hover:text-text"
            >
              <X size={14} aria-hidden="true" />
            </button>
          )}
        </span>
      ))}
      {canEdit && tags.length < MAX_TAGS && (
        <form onSubmit={(event) => void add(event)}>
          <input
            value={tag}
            onChange={(event) => setTag(event.target.value)}
            maxLength={32}
            aria-label={t('facts.addTag')}
            placeholder={t('facts.addTag')}
            className={`${control} w-32`}
          />
        </form>
      )}
    </div>
  )
}
