import type { HubDocument, InterfaceLanguage } from '@playhub/contract'
import { marked } from 'marked'
import { type Content, fillDocument, operatorDetails } from '../catalogue/index.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * A document of the operator's, with their details filled in. One that is written in the other language only is shown
 * in that one.
 * @throws Refusal DOCUMENT_NOT_FOUND
 */
export function documentNamed(
  { documents, hub }: Content,
  name: string,
  wanted: InterfaceLanguage,
): HubDocument {
  const written = documents.filter((one) => one.name === name)
  const document = written.find(({ language }) => language === wanted) ?? written[0]
  if (!document) throw new Refusal('DOCUMENT_NOT_FOUND')
  const { language, title, markdown } = document
  const filled = fillDocument(markdown, operatorDetails(hub, language))
  return { name, language, title, html: marked.parse(filled, { async: false }) }
}
