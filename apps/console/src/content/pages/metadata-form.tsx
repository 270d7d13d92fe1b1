import type { ContentDraft, ContentState } from '@playhub/contract/operator'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { Field } from '@playhub/ui/form/field.tsx'
import { TextArea } from '@playhub/ui/form/text-area.tsx'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/section.tsx'
import { UnsavedGuard } from '../../components/layout/unsaved-guard.tsx'
import { formatLanguage } from '../../lib/format.ts'
import { DraftBar } from '../draft-bar.tsx'
import { DraftConflict } from '../draft-conflict.tsx'
import type { LoadedFile } from '../file-editor.ts'
import { OtherEditors } from '../other-editors.tsx'
import { SaveState } from '../save-state.tsx'
import { SentenceList } from '../sentence-list.tsx'
import { useDraftFile } from '../use-draft-file.ts'
import type * as Yaml from '../yaml/yaml-edit.ts'
import { LinkPreview, SearchResult } from './previews.tsx'

type Values = { brand: string; game: string }

type Props = {
  loaded: LoadedFile
  /** Text of the file that holds for every page. */
  fallback: string
  content: ContentState
  draft: ContentDraft | null
  yaml: typeof Yaml
  exampleValues: Values
}

/** Title and description of pages of one kind, in each language, with their previews. */
export function MetadataForm({ loaded, fallback, content, draft, yaml, exampleValues }: Props) {
  const { t, i18n } = useTranslation('content')
  const file = useDraftFile(hubFiles, loaded)
  const text = file.text ?? ''
  const isEditable = draft !== null
  const { problems, editors } = file.file
  const fields = yaml.readYaml(text)
  if (fields.error !== null) return <ErrorBanner>{t('pages.unreadable')}</ErrorBanner>
  return (
    <div>
      <UnsavedGuard isAtRisk={file.isAtRisk} />
      <OtherEditors editors={editors} />
      <DraftConflict file={file} />
      {problems.length > 0 && <SentenceList label={t('draft.problemList')} sentences={problems} />}
      {isEditable && <SaveState file={file} />}
      {content.languages.map((language) => (
        <Section key={language} title={formatLanguage(language, i18n.language)}>
          <LanguageFields
            language={language}
            fields={fields.value}
            fallback={yaml.readYaml(fallback).value}
            site={content.site}
            defaultLanguage={content.languages[0] ?? language}
            exampleValues={exampleValues}
            onChange={
              isEditable
                ? (name, value) => {
                    const path = [name, language]
                    file.change(
                      yaml.editYaml(text, (edit) => (value ? edit.set(path, value) : edit.remove(path))),
                    )
                  }
                : undefined
            }
          />
        </Section>
      ))}
      {draft && <DraftBar draft={draft} isSaving={file.status !== 'saved'} />}
    </div>
  )
}

type Name = 'title' | 'description'

type FieldsProps = {
  language: string
  defaultLanguage: string
  /** Of the file, not checked. */
  fields: unknown
  fallback: unknown
  site: ContentState['site']
  exampleValues: Values
  onChange: ((name: Name, value: string) => void) | undefined
}

function LanguageFields(props: FieldsProps) {
  const { language, defaultLanguage, fields, fallback, site, exampleValues, onChange } = props
  const { t } = useTranslation('content')
  /** What players get where the field is empty. */
  const getDefault = (name: Name) =>
    getText(fields, [name, defaultLanguage]) ??
    getText(fallback, [name, language]) ??
    getText(fallback, [name, defaultLanguage]) ??
    (name === 'title' ? '{brand}' : '')
  const read = (name: Name) => {
    const own = getText(fields, [name, language])
    const shown = fill(own ?? getDefault(name), exampleValues)
    const fallbackHint = own ? undefined : t('pages.fallback', { text: getDefault(name) || '–' })
    return { own: own ?? '', shown, fallbackHint }
  }
  const title = read('title')
  const description = read('description')
  const bind = (name: Name, own: string) => ({
    lang: language,
    value: own,
    readOnly: !onChange,
    onChange: (event: { target: { value: string } }) => onChange?.(name, event.target.value),
  })
  return (
    <div className="grid gap-x-8 gap-y-4 border-t border-line pt-4 lg:grid-cols-2">
      <div className="grid content-start gap-4">
        <Field
          label={t('pages.pageTitle')}
          hint={
            title.shown.length > MAX_TITLE
              ? t('pages.titleLong', { count: title.shown.length })
              : title.fallbackHint
          }
          {...bind('title', title.own)}
        />
        <TextArea
          label={t('pages.description')}
          rows={3}
          hint={
            description.shown.length > MAX_DESCRIPTION
              ? t('pages.descriptionLong', { count: description.shown.length })
              : description.fallbackHint
          }
          {...bind('description', description.own)}
        />
      </div>
      <div className="grid content-start gap-4">
        <SearchResult site={site} lang={language} title={title.shown} description={description.shown} />
        <LinkPreview site={site} lang={language} title={title.shown} description={description.shown} />
      </div>
    </div>
  )
}

/** Search engines cut longer ones. */
const MAX_TITLE = 60
const MAX_DESCRIPTION = 160

function getText(fields: unknown, [name, language]: [Name, string]): string | undefined {
  const texts: unknown = Object(fields)[name]
  const text: unknown = Object(texts)[language]
  return typeof text === 'string' ? text : undefined
}

const fill = (text: string, values: Values) =>
  text.replace(/\{(brand|game)\}/g, (_, name: keyof Values) => values[name])
