import { useTranslation } from 'react-i18next'
import { formatLanguage } from '../lib/format.ts'
import { useProjectNames } from '../lib/me.ts'
import { parseDocumentPath } from './document-path.ts'
import { isPageKind } from './page-kinds.ts'

/** @returns a function from a path of the content folder to what operators call the file */
export function useFileName(): (path: string) => string {
  const { t, i18n } = useTranslation('content')
  const nameProject = useProjectNames()
  return (path) => {
    const document = parseDocumentPath(path)
    if (document)
      return t('change.document', {
        name: document.name,
        language: formatLanguage(document.language, i18n.language),
      })
    const project = /^projects\/([\w-]+)\.yaml$/.exec(path)?.[1]
    if (project) return nameProject(project)
    const kind = /^pages\/(\w+)\.yaml$/.exec(path)?.[1]
    if (kind && isPageKind(kind)) return `${t('pages.title')}: ${t(`pages.kind.${kind}`)}`
    return path.split('/').at(-1) ?? path
  }
}
