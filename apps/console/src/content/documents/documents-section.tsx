import type { ContentDraft, ContentState } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/layout/section.tsx'
import { type Column, DataTable } from '../../components/table/data-table.tsx'
import { StateWord } from '../../components/values/state-word.tsx'
import { formatLanguage } from '../../lib/format.ts'
import { type DocumentRow, listDocuments } from './list-documents.ts'
import { NewDocumentButton } from './new-document-button.tsx'

type Props = { content: ContentState; draft: ContentDraft | null }

/** The hub's documents, with those that are only in the operator's draft. */
export function DocumentsSection({ content, draft }: Props) {
  const { t, i18n } = useTranslation('content')
  const rows = listDocuments(content, draft, i18n.language)
  const columns = useColumns()
  return (
    <Section
      title={t('documents.title')}
      empty={t('documents.none')}
      actions={
        draft && (
          <NewDocumentButton taken={rows.map(({ name }) => name)} language={content.languages[0] ?? 'en'} />
        )
      }
    >
      {rows.length > 0 && (
        <DataTable
          label={t('documents.title')}
          columns={columns}
          rows={rows}
          getKey={({ name }) => name}
          {...(content.canEditHub && {
            getHref: ({ name }: DocumentRow) => `/content/documents/${encodeURIComponent(name)}`,
          })}
        />
      )}
    </Section>
  )
}

function useColumns(): Column<DocumentRow>[] {
  const { t, i18n } = useTranslation('content')
  const name = (languages: DocumentRow['missing']) =>
    languages.map((language) => formatLanguage(language, i18n.language)).join(', ')
  return [
    { key: 'title', label: t('documents.name'), cell: ({ title }) => title, card: 'title' },
    {
      key: 'address',
      label: t('documents.address'),
      cell: (row) => <span className="text-soft">{row.name}</span>,
      isWideOnly: true,
    },
    {
      key: 'languages',
      label: t('documents.languages'),
      cell: ({ languages, missing }) => (
        <span className="flex flex-wrap gap-x-3">
          {name(languages)}
          {missing.length > 0 && (
            <StateWord tone="waiting">{t('documents.missing', { languages: name(missing) })}</StateWord>
          )}
        </span>
      ),
      card: 'detail',
    },
    {
      key: 'draft',
      label: t('projects.draft'),
      cell: ({ isNew, isChanged }) =>
        isChanged && (
          <StateWord tone="info">{t(isNew ? 'documents.isDraft' : 'projects.hasDraft')}</StateWord>
        ),
      card: 'end',
    },
  ]
}
