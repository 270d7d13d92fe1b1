import { Button } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoaderData, useNavigate } from 'react-router'
import { PageFrame } from '../../../components/layout/page-frame.tsx'
import { useDraft } from '../../../lib/drafts.ts'
import { getErrorMessage } from '../../../lib/error-message.ts'
import { formatLanguage } from '../../../lib/format.ts'
import { useAction } from '../../../lib/use-action.ts'
import { loadContent } from '../../load-content.ts'
import { ReadOnlyNote } from '../../read-only-note.tsx'
import { putDraftFile } from '../../use-draft-file.ts'
import { getProjectPath, loadYaml } from '../load-project.ts'

export { loadContent as loader }

/** The id is a part of the host name of an uploaded game. */
const longestId = 40
const empty = { id: '', names: {} as Record<string, string> }

/** Writes the file of a new game in the operator's draft. Its checklist leads on from there. */
export function Component() {
  const { t, i18n } = useTranslation(['content-project', 'common'])
  const content = useLoaderData<typeof loadContent>()
  const { languages } = content
  const navigate = useNavigate()
  const { value: draft, change, clear } = useDraft('new-game', empty)
  const [isChecked, setIsChecked] = useState(false)
  const [error, setError] = useState<string>()
  const [isPending, run] = useAction((cause) => setError(getErrorMessage(cause)))
  const id = draft.id.trim()
  const isValid = /^[a-z0-9][a-z0-9-]*$/.test(id) && id.length <= longestId
  const isTaken = content.projects.some((project) => project.id === id)
  const isNamed = Boolean(draft.names[languages[0] ?? '']?.trim())
  const create = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isValid || isTaken || !isNamed) return
    void run(async () => {
      const { writeProject } = await loadYaml()
      await putDraftFile(id, getProjectPath(id), { text: writeProject(draft.names), baseSha256: null })
      clear()
      await navigate(`/content/projects/${id}/start`)
    })
  }
  const idError = isTaken ? t('newGame.idTaken') : isValid ? undefined : t('newGame.idInvalid', { longestId })
  return (
    <PageFrame title={t('newGame.title')} back={{ to: '/content', label: t('common:area.content') }}>
      <ReadOnlyNote content={content} />
      <form noValidate onSubmit={create} className="grid max-w-120 gap-4">
        <p className="text-15 text-soft">{t('newGame.text')}</p>
        <Field
          label={t('newGame.id')}
          hint={t('newGame.idHint')}
          value={draft.id}
          onChange={(event) => change({ ...draft, id: event.target.value })}
          error={isChecked ? idError : undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        {languages.map((language, index) => (
          <Field
            key={language}
            lang={language}
            label={t('newGame.name', { language: formatLanguage(language, i18n.language) })}
            value={draft.names[language] ?? ''}
            onChange={(event) =>
              change({ ...draft, names: { ...draft.names, [language]: event.target.value } })
            }
            error={isChecked && index === 0 && !isNamed ? t('newGame.nameMissing') : undefined}
            autoComplete="off"
          />
        ))}
        {error && <ErrorBanner>{error}</ErrorBanner>}
        <Button
          type="submit"
          isLoading={isPending}
          isDisabled={content.source === 'folder'}
          disabledReason={t('newGame.inFolder')}
        >
          {t('newGame.create')}
        </Button>
      </form>
    </PageFrame>
  )
}
