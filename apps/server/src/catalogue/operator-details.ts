import type { InterfaceLanguage } from '@playhub/contract'
import type { Content, HubFile } from './content.ts'

/** Documents that pages of the hub link to; each is wanted in both languages. */
const linkedDocuments = ['contacts', 'offer', 'terms', 'privacy', 'personal-data', '2257', 'complaints']

/** What `{name}` in a document stands for. */
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

/** Fills a document. A line of a list whose detail the operator has not given is left out. */
export function fillDocument(markdown: string, details: Record<string, string>): string {
  const isUnknown = (line: string) => placeholdersIn(line).some((name) => details[name] === '')
  return markdown
    .split('\n')
    .filter((line) => !(line.startsWith('- ') && isUnknown(line)))
    .join('\n')
    .replace(/\{(\w+)\}/g, (whole, name: string) => details[name] ?? whole)
}

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/**
 * What an operator still has to write before players come: samples of `hub.yaml` that were left as they are, documents
 * that pages link to and nobody wrote, and templates that no lawyer has read. One line each.
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
  const wanted = linkedDocuments.flatMap((name) => [`${name}.ru`, `${name}.en`])
  return [
    ...Object.entries(samples).flatMap(([field, isLeft]) =>
      isLeft ? [`hub.yaml: operator.${field} is missing or still the sample's`] : [],
    ),
    ...wanted
      .filter((file) => !isWritten(file))
      .map((file) => `docs/${file}.md: pages link to it, and it is missing`),
    ...documents
      .filter(({ markdown }) => /^(This is a template\.|Это шаблон\.)/m.test(markdown))
      .map(({ name, language }) => `docs/${name}.${language}.md: still says that it is a template`),
  ]
}
