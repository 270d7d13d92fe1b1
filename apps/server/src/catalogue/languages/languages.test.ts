import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localText } from '@playhub/contract'
import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import { expect, test } from 'vitest'
import { contentWithLanguage, editContent, german } from '../../../test/support/added-language.ts'
import { copyContent, demoContent } from '../../../test/support/content-copy.ts'
import type { Content } from '../content.ts'
import { unfinishedDetails } from '../publisher.ts'
import { ContentProblem, readContent } from '../read-content.ts'

const placeholders = { GAMES_URL: 'http://localhost:3002', SANDBOX_URL: 'http://localhost:3001' }
const read = (dir: string): Content => readContent(dir, placeholders)

function listIssues(dir: string): string[] {
  try {
    read(dir)
    return []
  } catch (error) {
    if (error instanceof ContentProblem) return error.issues.map((issue) => describeFinding(issue))
    throw error
  }
}

/** Removes one language from every text in the YAML files. */
const withoutRussian = (yaml: string) =>
  yaml
    .replace(/\{ ru: (?:"[^"]*"|[^,{}]*), en:/g, '{ en:')
    .replace(/^ +ru: .*\n/gm, '')
    .replace(/- ru: .*\n +en:/g, '- en:')

test('ru and en are offered without any folder', () => {
  const { languages, defaultLanguage } = read(demoContent).languages
  expect([languages, defaultLanguage]).toEqual([['ru', 'en'], 'en'])
})

test('a folder adds a language, completed with English', () => {
  const { languages } = read(contentWithLanguage())
  expect(languages.languages).toEqual(['ru', 'en', 'de'])
  const texts = languages.translations.get('de')
  expect(texts?.interface.catalogue).toMatchObject({ allGames: 'Alle Spiele', title: 'Games' })
  expect(texts?.server.emails.receipt).toMatchObject({
    heading: 'Danke für deinen Einkauf!',
    help: 'Something wrong? Write to us: {{email}}',
  })
  expect(texts?.problems).toContain(
    'languages/de/catalogue.json: title is missing, so it is shown in English',
  )
  expect(texts?.problems).toContain(
    'languages/de/payments.json: is missing, so its texts are shown in English',
  )
})

test('hub.yaml can list the languages and choose the default one', () => {
  const dir = contentWithLanguage()
  editContent(dir, 'hub.yaml', (yaml) => `${yaml}\nlanguages: [de, en]\n`)
  expect(read(dir).languages.languages).toEqual(['de', 'en'])
  editContent(dir, 'hub.yaml', (yaml) => yaml.replace('[de, en]', '[en, fr]'))
  expect(listIssues(dir)).toEqual([
    'hub.yaml: languages: fr needs its texts in the folder languages/fr of the content',
  ])
  editContent(dir, 'hub.yaml', (yaml) => yaml.replace('[en, fr]', '[ru]'))
  expect(listIssues(dir)).toEqual(['hub.yaml: defaultLanguage: en is not one of the languages: ru'])
})

test('a folder that is no addable language, and a file that is not JSON, are mistakes', () => {
  const dir = contentWithLanguage('de', { ...german, texts: {} })
  expect(read(dir).languages.translations.get('de')?.problems).toContain(
    'languages/de/texts.json: there is no such file of texts',
  )
  mkdirSync(join(dir, 'languages/en'))
  writeFileSync(join(dir, 'languages/de/play.json'), '{ "a": ')
  writeFileSync(join(dir, 'languages/de/library.json'), '{ "a": 1 }')
  expect(listIssues(dir)).toEqual([
    expect.stringMatching(/languages\/de\/library\.json: must consist of texts/),
    expect.stringMatching(/languages\/de\/play\.json: .*JSON/),
    expect.stringMatching(/^languages\/en: the name must be a language/),
  ])
})

test('content needs the default language only, and shows it for every other one', () => {
  const dir = copyContent({})
  for (const project of ['islandm3', 'familytown', 'neuroarena', 'nightcity', 'skyport'])
    editContent(dir, `projects/${project}.yaml`, withoutRussian)
  const { projects } = read(dir)
  expect(projects.map(({ name }) => localText(name, 'ru'))).toContain('Treasure Island M3')
  expect(JSON.stringify(projects)).not.toMatch(/[а-я]/)
})

test('a project can have a default language of its own', () => {
  const dir = copyContent({})
  editContent(dir, 'projects/islandm3.yaml', (yaml) =>
    `defaultLanguage: ru\n${yaml}`.replace(/^ {2}en: Treasure Island M3\n/m, ''),
  )
  const island = read(dir).projects.find(({ id }) => id === 'islandm3')
  expect(island && [localText(island.name, 'en'), localText(island.name, 'de')]).toEqual([
    'Остров сокровищ M3',
    'Остров сокровищ M3',
  ])
  expect(island && localText(island.game.cardDescription, 'en')).toBe('Match three before the sun goes down.')
  expect(island && localText(island.game.cardDescription, 'de')).toMatch(/^Собирайте/)
})

test('a text without the default language is a mistake with its line and field', () => {
  const dir = copyContent({})
  editContent(dir, 'projects/islandm3.yaml', (yaml) => yaml.replace(/^ {2}en: Treasure Island M3\n/m, ''))
  const [issue = ''] = listIssues(dir)
  expect(issue).toMatch(/islandm3\.yaml:\d+: `name` needs a text in en, the default language/)
  const line = Number(/yaml:(\d+)/.exec(issue)?.[1])
  expect(readFileSync(join(dir, 'projects/islandm3.yaml'), 'utf8').split('\n')[line - 1]).toContain('ru:')
})

test('one currency is enough, and none is a mistake', () => {
  const dir = copyContent({})
  editContent(dir, 'projects/islandm3.yaml', (yaml) =>
    yaml.replace(/\{ RUB: 99, USD: 0.99 \}/, '{ USD: 0.99 }'),
  )
  expect(read(dir).projects.find(({ id }) => id === 'islandm3')?.items[0]?.price).toEqual({ USD: 99 })
  editContent(dir, 'projects/islandm3.yaml', (yaml) => yaml.replace('{ USD: 0.99 }', '{}'))
  expect(listIssues(dir)).toEqual([expect.stringMatching(/items\.0\.price` needs a price in RUB or in USD/)])
})

test('an item that no payment provider of its project can charge for is listed', () => {
  const dir = copyContent({})
  editContent(dir, 'projects/islandm3.yaml', (yaml) =>
    yaml
      .replace(/ {2}- provider: stripe\n {4}methods: \[card\]\n/, '')
      .replace('{ RUB: 99, USD: 0.99 }', '{ USD: 0.99 }'),
  )
  const unfinished = unfinishedDetails(read(dir)).map((finding) => describeFinding(finding))
  expect(unfinished).toContain('projects/islandm3.yaml: islandm3-hints has no price in RUB')
})

test('a document can be written in an added language', () => {
  const dir = contentWithLanguage()
  writeFileSync(join(dir, 'docs/terms.de.md'), '# Nutzungsbedingungen\n\nAlles fair.\n')
  expect(read(dir).documents).toContainEqual(
    expect.objectContaining({ name: 'terms', language: 'de', title: 'Nutzungsbedingungen' }),
  )
})
