import { type Currency, type InterfaceLanguage, localText, providerTerms } from '@playhub/contract'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import type { Content, DocumentFile, HubFile, LocalizedText, Project } from './content.ts'

/** Documents linked from the hub's pages, required in the default language. */
const linkedDocuments = ['contacts', 'offer', 'terms', 'privacy', 'personal-data', '2257', 'complaints']

/** Values for the `{name}` placeholders in documents. */
export function getPublisherDetails(
  { brand, operator }: HubFile,
  language: InterfaceLanguage,
): Record<string, string> {
  return {
    brand,
    company: localText(operator.company, language),
    address: localText(operator.address, language),
    taxId: operator.taxId,
    registrationNumber: operator.registrationNumber,
    phone: operator.phone,
    supportEmail: operator.supportEmail,
  }
}

/** Marks a shipped document until the publisher's lawyer has read it. Players do not see the comment. */
const templateMark = /^(<!-- template\b.*-->|This is a template\.|Это шаблон\.)/m

/** Fills the placeholders. Removes comments, and list items with an empty detail. */
export function fillDocument(markdown: string, details: Record<string, string>): string {
  const isEmpty = (line: string) => placeholdersIn(line).some((name) => details[name] === '')
  return markdown
    .replace(/^<!--.*?-->\n*/gms, '')
    .split('\n')
    .filter((line) => !(line.startsWith('- ') && isEmpty(line)))
    .join('\n')
    .replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole)
}

/**
 * A document with its details. Falls back to the default language, then to any other, when it is not written in the
 * wanted one.
 */
export function readDocument(
  { documents, hub }: Pick<Content, 'documents' | 'hub'>,
  name: string,
  wanted: InterfaceLanguage,
): DocumentFile | undefined {
  const translations = documents.filter((document) => document.name === name)
  const inLanguage = (language: string) => translations.find((document) => document.language === language)
  const document = inLanguage(wanted) ?? inLanguage(hub.defaultLanguage) ?? translations[0]
  if (!document) return undefined
  const { language, markdown } = document
  return { ...document, markdown: fillDocument(markdown, getPublisherDetails(hub, language)) }
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/**
 * Lists what the publisher must complete before the hub opens to players: sample values in `hub.yaml`, missing documents
 * and unreviewed templates.
 */
export function unfinishedDetails({ hub, documents, projects }: Content): Finding[] {
  const { operator, defaultLanguage } = hub
  const written = (text: LocalizedText) => Object.values(text).join(' ')
  const isSample = (text: string) => /[@.]example\b|\bExample\b|Примерн/.test(text)
  const samples = {
    company: /Плейхаб|Playhub LLC/.test(written(operator.company)),
    address: isSample(written(operator.address)),
    taxId: /^0*$/.test(operator.taxId),
    supportEmail: isSample(operator.supportEmail),
  }
  const isWritten = (file: string) => documents.some(({ name, language }) => `${name}.${language}` === file)
  const required = linkedDocuments.map((name) => `${name}.${defaultLanguage}`)
  return [
    ...Object.entries(samples).flatMap(([field, isUnfinished]) =>
      isUnfinished ? [toFinding('content.sample', { field })] : [],
    ),
    ...required
      .filter((file) => !isWritten(file))
      .map((file) => toFinding('content.document-missing', { file })),
    ...documents
      .filter(({ markdown }) => templateMark.test(markdown))
      .map(({ name, language }) => toFinding('content.template', { file: `${name}.${language}` })),
    ...projects.flatMap(unsoldItems),
  ]
}

/** Items without a price in any currency of the project's payment providers. */
function unsoldItems({ id: file, items, paymentsMethods }: Project): Finding[] {
  const charged = new Set<Currency>(paymentsMethods.map(({ provider }) => providerTerms[provider].currency))
  return items
    .filter(({ price }) => charged.size > 0 && ![...charged].some((currency) => price[currency]))
    .map(({ id: item }) =>
      toFinding('content.unsold', {
        file,
        item,
        currencies: { ru: [...charged].join(' или '), en: [...charged].join(' or ') },
      }),
    )
}
