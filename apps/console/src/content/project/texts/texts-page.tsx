import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { YamlPath } from '../../yaml/yaml-edit.ts'
import { useProjectEditor } from '../project-editor.ts'
import { listTexts } from '../schema.ts'
import { listMissing } from './missing-texts.ts'
import { TextRow } from './text-row.tsx'

/** All texts of the game, each in all languages side by side. */
export function Component() {
  const { t } = useTranslation('content-project')
  const { fields, languages, schema } = useProjectEditor()
  const paths = listTexts(schema, fields)
  const missing = listMissing(fields, paths, languages)
  // Fixed when the filter is set: a row stays while it is filled in.
  const [shown, setShown] = useState<readonly string[]>()
  const toKey = (path: YamlPath) => path.join('.')
  const rows = shown ? paths.filter((path) => shown.includes(toKey(path))) : paths
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p role="status" className="text-15 text-soft">
          {missing.length === 0 ? t('texts.complete') : t('texts.missing', { count: missing.length })}
        </p>
        <Checkbox
          label={t('texts.onlyMissing')}
          checked={shown !== undefined}
          onChange={(event) =>
            setShown(event.target.checked ? missing.map(({ path }) => toKey(path)) : undefined)
          }
        />
      </div>
      {rows.map((path) => (
        <TextRow key={toKey(path)} path={path} />
      ))}
      {rows.length === 0 && (
        <p className="border-t border-line py-16 text-center text-15 text-soft">{t('texts.noneMissing')}</p>
      )}
    </>
  )
}
