import type { ContentDraft, ContentState } from '@playhub/contract/operator'
import { parseDocumentPath } from '../document-path.ts'

type Language = ContentState['languages'][number]

export type DocumentRow = {
  name: string
  /** In the operator's language, else in the default one. A new document has its name. */
  title: string
  languages: Language[]
  /** Offered languages without a text. */
  missing: Language[]
  isNew: boolean
  isChanged: boolean
}

/** Published documents by name, as the draft changes them. */
export function listDocuments(
  { documents, languages: offered }: Pick<ContentState, 'documents' | 'languages'>,
  draft: Pick<ContentDraft, 'files'> | null,
  language: string,
): DocumentRow[] {
  const changed = (draft?.files ?? []).flatMap(({ path, change }) => {
    const document = parseDocumentPath(path)
    return document ? [{ ...document, change }] : []
  })
  const names = new Set([...documents, ...changed].map(({ name }) => name))
  return [...names].sort().map((name) => {
    const published = documents.filter((document) => document.name === name)
    const changes = changed.filter((document) => document.name === name)
    const has = (each: Language) => {
      const change = changes.find((document) => document.language === each)?.change
      return change ? change !== 'deleted' : published.some((document) => document.language === each)
    }
    const title = [language, ...offered]
      .map((each) => published.find((document) => document.language === each)?.title)
      .find(Boolean)
    return {
      name,
      title: title ?? name,
      languages: offered.filter(has),
      missing: offered.filter((each) => !has(each)),
      isNew: published.length === 0,
      isChanged: changes.length > 0,
    }
  })
}
