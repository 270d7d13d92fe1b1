import type { OperatorTicket } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { TextLimitNote, useTextLimit } from '@playhub/ui/form/text-limit.tsx'
import { ChevronDown, X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConflictNote } from '../components/values/conflict-note.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { type Conflict, readConflict } from '../lib/conflict.ts'
import { useDraft } from '../lib/drafts.ts'
import { formatLanguage } from '../lib/format.ts'
import { useMe, useProjectNames } from '../lib/me.ts'
import { showError, useAction } from '../lib/use-action.ts'
import { useAssignees } from './use-assignees.ts'

const control = 'h-9 rounded-md border border-line bg-ink-0 px-2.5 text-15 hover:border-text max-md:h-11'

/** What a ticket is about, who works on it, and its tags. Phones unfold the assignee and the tags. */
export function TicketFacts({ ticket, canEdit }: { ticket: OperatorTicket; canEdit: boolean }) {
  const { t, i18n } = useTranslation('tickets')
  const { t: tCommon } = useTranslation()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
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
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 items-center justify-between gap-3 rounded-control border border-line px-3 text-start text-15 md:hidden"
      >
        <span className="min-w-0 truncate">
          <span className="text-soft">{t('facts.assignee')}</span>{' '}
          {ticket.assignee?.name ?? t('column.nobody')}
          {ticket.tags.length > 0 && ` · ${ticket.tags.join(', ')}`}
        </span>
        <ChevronDown
          size={16}
          aria-hidden="true"
          className={cx('shrink-0 text-soft transition-[rotate] duration-200', isOpen && 'rotate-180')}
        />
      </button>
      <div
        id={id}
        className={cx('flex flex-wrap items-center gap-x-5 gap-y-2 text-15', !isOpen && 'max-md:hidden')}
      >
        {canEdit ? <Assignee ticket={ticket} {...edit} /> : <AssigneeName ticket={ticket} />}
        <Tags ticket={ticket} canEdit={canEdit} {...edit} />
      </div>
      <ConflictNote conflict={conflict} />
    </div>
  )
}

/** Resolves with whether it is saved. */
type Save = (action: () => Promise<unknown>) => Promise<boolean>
type Edit = { isPending: boolean; save: Save }

/** Changes the version on the screen. When someone was faster, theirs is shown. */
function useEdit(onConflict: (conflict: Conflict | null) => void): Edit {
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction((error) => {
    const conflict = readConflict(error)
    onConflict(conflict)
    if (conflict) void revalidate()
    else showError(error)
  })
  const save: Save = async (action) => {
    let isSaved = false
    await run(async () => {
      await action()
      isSaved = true
      onConflict(null)
      await revalidate()
    })
    return isSaved
  }
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
  const draft = useDraft(`tag:${ticket.id}`, '')
  const field = useRef<HTMLInputElement>(null)
  const limit = useTextLimit(field, operatorLimits.tag)
  const limitId = useId()
  const { id, version, tags } = ticket
  const change = (next: string[]) =>
    save(() => callOperator('PUT /tickets/{id}/tags', { params: { id }, body: { tags: next, version } }))
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const added = draft.value.trim()
    if (limit.isTooLong) return
    if (added === '' || tags.includes(added) || (await change([...tags, added]))) draft.clear()
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
      {canEdit && tags.length < operatorLimits.tagsPerTicket && (
        <form noValidate onSubmit={(event) => void add(event)}>
          <input
            ref={field}
            value={draft.value}
            onChange={(event) => draft.change(event.target.value)}
            aria-invalid={limit.isTooLong || undefined}
            aria-describedby={limit.text ? limitId : undefined}
            aria-label={t('facts.addTag')}
            placeholder={t('facts.addTag')}
            className={`${control} w-32`}
          />
          <TextLimitNote id={limitId} limit={limit} />
        </form>
      )}
    </div>
  )
}
