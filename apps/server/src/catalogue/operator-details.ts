import type { InterfaceLanguage } from '@playhub/contract'
import type { Content, HubFile } from './content.ts'

/** Documents that the hub's pages link to, required in both languages. */
const linkedDocuments = ['contacts', 'offer', 'terms', 'privacy', 'personal-data', '2257', 'complaints']

/** Values of the `{name}` placeholders in documents. */
export function operatorDetails({ operator }: HubFile, language: InterfaceLanguage): Record<string, string> {
  return {
    company: operator.company[language],
    address: operator.address[language],
    taxId: operator.taxId,
    registrationNumber: operator.registrationNumber,
    phone: operator.phone,
    supportEmail: operator.supportEmail,
  }
}

/** Fills the placeholders. Removes list items with an empty detail. */
export function fillDocument(markdown: string, details: Record<string, string>): string {
  const isEmpty = (line: string) => placeholdersIn(line).some((name) => details[name] === '')
  return markdown
    .split('\n')
    .filter((line) => !(line.startsWith('- ') && isEmpty(line)))
    .join('\n')
    .replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole)
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/**
 * Lists what the operator must complete before the hub opens to players: sample values in `hub.yaml`, missing documents
 * and unreviewed templates. One line each.
 */
export function unfinishedDetails({ hub, documents }: Content): string[] {
  const { operator } = hub
  const isSample = (text: string) => /[@.]example\b|\bExample\b|Примерн/.test(text)
  const samples = {
    company: /Плейхаб|Playhub LLC/.test(`${operator.company.ru} ${operator.company.en}`),
    address: isSample(`${operator.address.ru} ${operator.address.en}`),
    taxId: /^0*$/.test(operator.taxId),
    supportEmail: isSample(operator.supportEmail),
  }
  const isWritten = (file: string) => documents.some(({ name, language }) => `${name}.${language}` === file)
  const required = linkedDocuments.flatMap((name) => [`${name}.ru`, `${name}.en`])
  return [
    ...Object.entries(samples).flatMap(([field, isUnfinished]) =>
      isUnfinished ? [`hub.yaml: operator.${field} is missing or still the sample's`] : [],
    ),
    ...required
      .filter((file) => !isWritten(file))
      .map((file) => `docs/${file}.md: is missing, and pages link to it`),
    ...documents
      .filter(({ markdown }) => /^(This is a template\.|Это шаблон\.)/m.test(markdown))
      .map(({ name, language }) => `docs/${name}.${language}.md: is still marked as a template`),
  ]
}
