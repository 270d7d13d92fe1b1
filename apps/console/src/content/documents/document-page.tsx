import type { ContentDraft, ContentState } from '@playhub/contract/operator'
import { hubFiles } from '@playhub/contract/operator/content-files'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router'
import { Segments } from '../../components/form/segments.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { UnsavedGuard } from '../../components/layout/unsaved-guard.tsx'
import { formatLanguage } from '../../lib/format.ts'
import { useBackTo } from '../../lib/use-back.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { toDocumentPath } from '../document-path.ts'
import { DraftBar } from '../draft-bar.tsx'
import type { LoadedFile } from '../file-editor.ts'
import { loadContent, loadHubDraft } from '../load-content.ts'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { getDraftFile, toMissingFile, useDraftFile } from '../use-draft-file.ts'
import { DocumentText } from './document-text.tsx'

type Language = ContentState['languages'][number]
/** A document by language, the offered ones first. */
type Texts = { language: Language; file: LoadedFile }[]

export async function loader({ params: { name = '' } }: LoaderFunctionArgs) {
  const content = await loadContent()
  const written = content.documents.filter((document) => document.name === name)
  const languages = [...new Set([...content.languages, ...written.map(({ language }) => language)])]
  const draft = await loadHubDraft(content)
  const known = new Set([...written, ...(draft?.files ?? [])].map(({ path }) => path))
  const load = async (language: Language) => {
    const path = toDocumentPath({ name, language })
    return { language, file: known.has(path) ? await getDraftFile(hubFiles, path) : toMissingFile(path) }
  }
  return { name, content, draft, texts: await Promise.all(languages.map(load)) }
}

/** A document in each language, with its translation or its preview beside it. */
export function Component() {
  const { t } = useTranslation(['content', 'common'])
  const { name, content, draft, texts } = useLoaderData<typeof loader>()
  const { language, beside, choose } = useChoice(texts)
  const shown = texts.find((text) => text.language === language)
  usePolling()
  return (
    <PageFrame
      title={readTitle(shown?.file.text) ?? readTitle(texts.find(({ file }) => file.text)?.file.text) ?? name}
      back={{ to: useBackTo('/content'), label: t('common:area.content') }}
    >
      <ReadOnlyNote content={content} />
      <LanguageChoice texts={texts} value={language} onChange={(value) => choose({ language: value })} />
      {shown && (
        <DocumentEditor
          key={shown.file.path}
          shown={shown}
          others={texts.filter(({ file }) => file !== shown.file && file.text !== null)}
          draft={draft}
          beside={beside}
          onBeside={(value) => choose({ beside: value })}
        />
      )}
    </PageFrame>
  )
}

type EditorProps = {
  shown: Texts[number]
  /** The document in other languages. */
  others: Texts
  draft: ContentDraft | null
  beside: Language | undefined
  onBeside: (language: Language | undefined) => void
}

function DocumentEditor({ shown, others, draft, beside, onBeside }: EditorProps) {
  const { language } = shown
  const file = useDraftFile(hubFiles, shown.file)
  return (
    <>
      <UnsavedGuard isAtRisk={file.isAtRisk} />
      <div className="mt-5 grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <DocumentText file={file} language={language} others={others} isEditable={draft !== null} />
        <Beside language={language} text={file.text} others={others} beside={beside} onChange={onBeside} />
      </div>
      {draft && <DraftBar draft={draft} isSaving={file.status !== 'saved'} />}
    </>
  )
}

/** The languages on the screen are in its address. */
function useChoice(texts: Texts) {
  const { i18n } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const find = (wanted: string | null) => texts.find(({ language }) => language === wanted)?.language
  const first = texts[0]?.language ?? 'en'
  return {
    language: find(query.get('language')) ?? find(i18n.language) ?? first,
    /** Undefined for the preview. */
    beside: find(query.get('beside')),
    choose(next: { language: Language } | { beside: Language | undefined }) {
      const changed = new URLSearchParams(query)
      for (const [key, value] of Object.entries(next)) {
        if (value) changed.set(key, value)
        else changed.delete(key)
      }
      setQuery(changed, { replace: true, preventScrollReset: true })
    },
  }
}

type ChoiceProps = { texts: Texts; value: Language; onChange: (language: Language) => void }

function LanguageChoice({ texts, value, onChange }: ChoiceProps) {
  const { t, i18n } = useTranslation('content')
  const options = texts.map(({ language, file }) => {
    const name = formatLanguage(language, i18n.language)
    return { value: language, label: file.text === null ? t('document.gap', { language: name }) : name }
  })
  return <Segments legend={t('document.language')} options={options} value={value} onChange={onChange} />
}

type BesideProps = {
  language: Language
  /** As it is typed. */
  text: string | null
  others: Texts
  beside: Language | undefined
  onChange: (language: Language | undefined) => void
}

const Markdown = lazy(() => import('./markdown.tsx').then((loaded) => ({ default: loaded.Markdown })))

/** The preview, or the text in another language for whoever translates it. */
function Beside({ language, text: own, others, beside, onChange }: BesideProps) {
  const { t, i18n } = useTranslation('content')
  const chosen = others.find((other) => other.language === beside)
  const text = chosen ? chosen.file.text : own
  const name = (code: Language) => formatLanguage(code, i18n.language)
  return (
    <section aria-label={t('document.beside')} className="grid min-w-0 content-start gap-4">
      <Segments<Language | 'preview'>
        legend={t('document.beside')}
        options={[
          { value: 'preview', label: t('document.preview') },
          ...others.map((other) => ({ value: other.language, label: name(other.language) })),
        ]}
        value={chosen?.language ?? 'preview'}
        onChange={(value) => onChange(value === 'preview' ? undefined : value)}
      />
      {!text ? (
        <p className="text-15 text-soft">{t('document.empty')}</p>
      ) : chosen ? (
        <pre
          lang={chosen.language}
          className="rounded-control border border-line bg-ink-1 p-4 font-sans text-15 whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      ) : (
        <article lang={language} className="max-w-[65ch] rounded-control border border-line bg-ink-1 p-5">
          <Suspense fallback={null}>
            <Markdown text={text} />
          </Suspense>
        </article>
      )}
    </section>
  )
}

const readTitle = (text: string | null | undefined) => /^# (.+)/.exec(text ?? '')?.[1]?.trim()
