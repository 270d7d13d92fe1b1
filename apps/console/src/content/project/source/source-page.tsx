import { useTranslation } from 'react-i18next'
import { StateWord } from '../../../components/values/state-word.tsx'
import { useProjectEditor } from '../project-editor.ts'
import { useLoadedEditor } from './use-loaded-editor.ts'

/** The file as text. */
export function Component() {
  const { t } = useTranslation('content-project')
  const { problems } = useProjectEditor()
  const { parent, goToLine } = useLoadedEditor(t('source.label'))
  return (
    <>
      <p className="mb-3 max-w-140 text-15 text-pretty text-soft">{t('source.text')}</p>
      <div ref={parent} className="min-h-96 min-w-0" />
      {problems.length > 0 && (
        <ul aria-label={t('source.problems')} className="mt-3 grid gap-1 text-15">
          {problems.map(({ line, field, text }) => (
            <li key={`${line} ${field} ${text}`}>
              <button
                type="button"
                onClick={() => goToLine(line ?? 1)}
                className="inline-flex min-h-11 items-center gap-2 text-start hover:underline"
              >
                <StateWord tone="bad">{t('source.line', { line: line ?? 1 })}</StateWord>
                <span className="wrap-anywhere">{[field, text].filter(Boolean).join(': ')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
