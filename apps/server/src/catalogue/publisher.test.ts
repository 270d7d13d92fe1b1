import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import { expect, test } from 'vitest'
import type { Content } from './content.ts'
import { fillDocument, getPublisherDetails, unfinishedDetails } from './publisher.ts'
import { readContent } from './read-content.ts'

const shipped = new URL('../../../../content', import.meta.url).pathname
const placeholders = { GAMES_URL: 'http://localhost:3002', SANDBOX_URL: 'http://localhost:3001' }

const details = { company: 'Pearl Ltd', phone: '', supportEmail: 'help@pearl.test' }

test('a document is filled with the details of the operator', () => {
  expect(fillDocument('{company} answers at {supportEmail}.', details)).toBe(
    'Pearl Ltd answers at help@pearl.test.',
  )
})

test('list items with an empty detail are removed', () => {
  expect(fillDocument('- Phone: {phone}\n- Email: {supportEmail}', details)).toBe('- Email: help@pearl.test')
})

test('a comment for the operator is not shown to players', () => {
  const template = 'Before.\n\n<!-- template: have a lawyer\nread this -->\n\nAfter.'
  expect(fillDocument(template, details)).toBe('Before.\n\nAfter.')
})

test('every placeholder of the shipped documents is filled', () => {
  const { hub, documents } = readContent(shipped, placeholders)
  for (const { language, markdown } of documents) {
    expect(fillDocument(markdown, getPublisherDetails(hub, language))).not.toMatch(/[{}]/)
  }
})

test('sample values are listed until the operator has replaced them all', () => {
  const content = readContent(shipped, placeholders)
  const list = (given: Content) => unfinishedDetails(given).map((finding) => describeFinding(finding))
  const listed = list(content).join('\n')
  for (const field of ['company', 'address', 'taxId', 'supportEmail'])
    expect(listed).toContain(`operator.${field}`)
  expect(listed).toContain('docs/complaints.ru.md: is still marked as a template')

  const operator = {
    ...content.hub.operator,
    company: { ru: 'ООО «Жемчуг»', en: 'Pearl Ltd' },
    address: { ru: 'Омск, Морская, 3', en: '3 Sea Street, Omsk' },
    taxId: '5500000001',
    supportEmail: 'help@pearl.test',
  }
  const documents = content.documents.map((one) => ({ ...one, markdown: 'Read by a lawyer.' }))
  const finished = { ...content, hub: { ...content.hub, operator }, documents }
  expect(list(finished)).toEqual([])
  const without2257 = documents.filter(({ name }) => name !== '2257')
  expect(list({ ...finished, documents: without2257 })).toEqual([
    'docs/2257.en.md: is missing, and pages link to it',
  ])
})
