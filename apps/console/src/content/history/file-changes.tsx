import type { FileChange } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { useFileName } from '../use-file-name.ts'
import { cutEqualParagraphs } from './cut-equal-paragraphs.ts'

/** What differs in each file, by its fields. */
export function FileChanges({ files }: { files: readonly FileChange[] }) {
  const { t } = useTranslation('content')
  const nameFile = useFileName()
  return (
    <ul className="grid gap-4">
      {files.map(({ path, change, fields }) => (
        <li key={path} className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-2 text-15 font-medium">
            {nameFile(path)}
            <span className="text-13 font-normal wrap-anywhere text-soft">
              {t(`change.${change}`)}, {path}
            </span>
          </p>
          {fields.length === 0 ? (
            <p className="text-13 text-soft">{t('change.picture')}</p>
          ) : (
            <FieldTable label={path} fields={fields} />
          )}
        </li>
      ))}
    </ul>
  )
}

function FieldTable({ label, fields }: { label: string; fields: FileChange['fields'] }) {
  const { t } = useTranslation('content')
  const headings = [t('change.field'), t('change.before'), t('change.after')]
  return (
    <table aria-label={label} className="mt-1 w-full table-fixed text-13">
      <thead className="text-start text-soft max-md:sr-only">
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="py-1 pe-4 text-start font-normal">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, ...values }) => {
          const [before, after] = cutEqualParagraphs(values.before, values.after)
          return (
            <tr
              key={field}
              className="border-t border-line align-top *:py-1.5 *:pe-4 *:wrap-anywhere max-md:grid max-md:py-1.5 max-md:*:py-0"
            >
              <td className="text-soft">
                {field === '' ? t('change.wholeFile') : field.replaceAll('.', ' › ')}
              </td>
              <Value as="del" label={t('change.before')} value={before} />
              <Value as="ins" label={t('change.after')} value={after} />
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Value({ as: Element, label, value }: { as: 'del' | 'ins'; label: string; value: string | null }) {
  const { t } = useTranslation('content')
  return (
    <td>
      <span className="text-soft md:hidden">{label}: </span>
      {value === null ? (
        t('change.nothing')
      ) : (
        <Element className="line-clamp-20 whitespace-pre-line no-underline">{value}</Element>
      )}
    </td>
  )
}
