import { FieldError } from '@playhub/ui/form/field.tsx'
import { useTranslation } from 'react-i18next'
import { PictureField } from '../../pictures/picture-field.tsx'
import { Thumbnail } from '../../pictures/thumbnail.tsx'
import { useFieldLabels } from '../field-labels.ts'
import { getField, getList, getText, useProjectEditor } from '../project-editor.ts'
import { getGroup, type SchemaField } from '../schema.ts'
import { LanguageFields } from '../texts/text-row.tsx'
import { OrderedEntries } from './ordered-entries.tsx'

/** Pictures in their order. Screenshots are 16:9 and have a text with what they show. */
export function PicturesField({ field: { path, node } }: { field: SchemaField }) {
  const { t } = useTranslation('content-project')
  const { project, fields, edit, getProblem } = useProjectEditor()
  const { label } = useFieldLabels()
  const count = getList(fields, path).length
  const hasAlt = getGroup(node)?.properties?.alt !== undefined
  const adding = count < (node.maxItems ?? Number.POSITIVE_INFINITY) && (
    <PictureField
      label={t('list.addTo', { list: label(path) })}
      project={project}
      shape={hasAlt ? 'hero' : 'free'}
      value={undefined}
      isAdding
      onChange={(picture) => picture && edit(({ add }) => add(path, picture))}
    />
  )
  return (
    <OrderedEntries path={path} adding={adding}>
      {(index) => {
        const entry = [...path, index]
        const picture = getText(fields, entry) || getText(getField(fields, entry), ['image'])
        return (
          <div className="flex flex-wrap items-start gap-4">
            <Thumbnail project={project} path={picture.slice(1)} className="h-27 w-48 shrink-0" />
            <div className="min-w-48 grow basis-72">
              {hasAlt && <LanguageFields path={[...entry, 'alt']} />}
              <FieldError id={entry.join('.')}>
                {getProblem(entry) ?? getProblem([...entry, 'image'])}
              </FieldError>
            </div>
          </div>
        )
      }}
    </OrderedEntries>
  )
}
