import { recognisedLanguages } from '@playhub/contract/languages'
import type { SavedReply } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { listUnknownPlaceholders } from '@playhub/contract/operator/placeholders'
import { Button } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { focusTooLong } from '@playhub/ui/form/text-limit.tsx'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { DraftNote } from '../components/form/draft-note.tsx'
import { SelectField } from '../components/form/select-field.tsx'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { UnsavedGuard } from '../components/layout/unsaved-guard.tsx'
import { ConflictNote } from '../components/values/conflict-note.tsx'
import { callOperator } from '../lib/api.ts'
import { type Conflict, readConflict } from '../lib/conflict.ts'
import { useDraft } from '../lib/drafts.ts'
import { getErrorMessage } from '../lib/error-message.ts'
import { formatLanguage } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { useBackTo } from '../lib/use-back.ts'
import { loadReplies } from './replies.ts'

export async function loader({ params: { id } }: LoaderFunctionArgs): Promise<SavedReply | null> {
  if (id === 'new') return null
  const reply = (await loadReplies()).find((one) => one.id === id)
  if (!reply) throw new ApiRefusal({ code: 'REPLY_NOT_FOUND', status: 404, title: '' })
  return reply
}

/** Writes a new saved reply or changes one. */
export function Component() {
  const { t } = useTranslation('tickets')
  const { t: tCommon } = useTranslation()
  const reply = useLoaderData<typeof loader>()
  const list = useBackTo('/replies')
  return (
    <PageFrame
      title={reply ? t('replies.edit') : t('replies.new')}
      back={{ to: list, label: t('replies.title') }}
      actions={reply && <DeleteButton reply={reply} list={list} label={tCommon('delete')} />}
    >
      <ReplyForm key={reply?.id} reply={reply} list={list} />
    </PageFrame>
  )
}

type Content = Pick<SavedReply, 'title' | 'language' | 'text'>
/** The version the text follows. */
type Draft = Content & { version: number }

function ReplyForm({ reply, list }: { reply: SavedReply | null; list: string }) {
  const { t, i18n } = useTranslation('tickets')
  const { t: tCommon } = useTranslation()
  const form = useReplyForm(reply, list)
  const { content, change, isChecked } = form
  const missing = (text: string) => (isChecked && text.trim() === '' ? t('replies.missing') : undefined)
  return (
    <form noValidate onSubmit={form.submit} className="grid max-w-160 gap-4">
      <UnsavedGuard isAtRisk={form.draft.isAtRisk} />
      <Field
        label={t('replies.name')}
        value={content.title}
        maxLength={operatorLimits.replyTitle}
        onChange={(event) => change({ title: event.target.value })}
        error={missing(content.title)}
      />
      <SelectField
        label={t('filter.language')}
        value={content.language}
        onChange={(language) => change({ language })}
        options={recognisedLanguages.map((value) => ({ value, label: formatLanguage(value, i18n.language) }))}
      />
      <TextArea
        label={t('replies.text')}
        rows={10}
        value={content.text}
        maxLength={operatorLimits.text}
        onChange={(event) => change({ text: event.target.value })}
        hint={t('replies.placeholders')}
        error={missing(content.text) ?? form.unknown}
      />
      <ConflictNote conflict={form.conflict} />
      {form.conflict && reply && (
        <div className="grid gap-3 rounded-control border border-line bg-ink-1 p-4">
          <p className="text-13 text-soft">{t('replies.theirs')}</p>
          <p className="text-15 font-semibold">{reply.title}</p>
          <p className="text-15 whitespace-pre-wrap">{reply.text}</p>
          <div>
            <Button kind="secondary" size="small" onClick={form.takeTheirs}>
              {t('replies.takeTheirs')}
            </Button>
          </div>
        </div>
      )}
      <DraftNote draft={{ ...form.draft, clear: form.takeTheirs }} />
      <ErrorBanner>{form.error}</ErrorBanner>
      <div>
        <Button type="submit" size="small" isLoading={form.isPending}>
          {form.conflict ? t('replies.overwrite') : tCommon('save')}
        </Button>
      </div>
    </form>
  )
}

/** After a conflict the form keeps the draft; saving it replaces the version shown then. */
function useReplyForm(reply: SavedReply | null, list: string) {
  const { t, i18n } = useTranslation('tickets')
  const { revalidate } = useRevalidator()
  const draft = useDraft<Draft>(`reply:${reply?.id ?? 'new'}`, toDraft(reply, i18n.language))
  const content = draft.value
  const [isChecked, setIsChecked] = useState(false)
  const [error, setError] = useState<string>()
  const isOutdated = reply !== null && content.version !== reply.version
  const [conflict, setConflict] = useState<Conflict | null>(isOutdated ? { by: null, at: null } : null)
  const navigate = useNavigate()
  const [isPending, run] = useAction((failure) => {
    const found = readConflict(failure)
    setConflict(found)
    if (found) void revalidate()
    else setError(getErrorMessage(failure))
  })
  const change = (part: Partial<Content>) => draft.change({ ...content, ...part })
  const unknown = listUnknownPlaceholders(content.text)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsChecked(true)
    setError(undefined)
    if (content.title.trim() === '' || content.text.trim() === '' || unknown.length > 0) return
    if (focusTooLong(event.currentTarget)) return
    void run(async () => {
      await save(reply, content)
      toast.success(t('replies.saved'))
      // The guard must know before the page is left.
      flushSync(draft.clear)
      await navigate(list)
    })
  }
  const takeTheirs = () => {
    draft.clear()
    setConflict(null)
  }
  const describeUnknown = () => t('replies.unknown', { placeholders: unknown.join(', ') })
  return {
    ...{ unknown: isChecked && unknown.length > 0 ? describeUnknown() : undefined },
    ...{ draft, content, change, isChecked, isPending, error, conflict, submit, takeTheirs },
  }
}

/** @returns what the form has without a draft. */
const toDraft = (reply: SavedReply | null, language: string): Draft => ({
  title: reply?.title ?? '',
  language: reply?.language ?? language,
  text: reply?.text ?? '',
  version: reply?.version ?? 0,
})

async function save(reply: SavedReply | null, { title, language, text }: Content): Promise<void> {
  const body = { title, language, text }
  if (!reply) await callOperator('POST /replies', { body })
  else
    await callOperator('PUT /replies/{id}', {
      params: { id: reply.id },
      body: { ...body, version: reply.version },
    })
}

function DeleteButton({ reply, list, label }: { reply: SavedReply; list: string; label: string }) {
  const { t } = useTranslation('tickets')
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button kind="danger" size="small" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('replies.deleteTitle', { title: reply.title })}
        consequence={t('replies.deleteConsequence')}
        confirmLabel={label}
        isDanger
        onConfirm={async () => {
          await callOperator('DELETE /replies/{id}', { params: { id: reply.id } })
          await navigate(list)
        }}
      />
    </>
  )
}
