import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ContentProblem, readContent } from './read-content.ts'

const shipped = new URL('../../../../content', import.meta.url).pathname
const placeholders = { GAMES_URL: 'http://localhost:3002', SANDBOX_URL: 'http://localhost:3001' }

/** A copy of the shipped content that a test may spoil. */
function copiedContent(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-content-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  cpSync(shipped, dir, { recursive: true })
  return dir
}

function edit(dir: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')))
}

function mistakesOf(dir: string): string[] {
  try {
    readContent(dir, placeholders)
    return []
  } catch (error) {
    if (error instanceof ContentProblem) return error.mistakes
    throw error
  }
}

test('the shipped content is valid, and every project sells at least two items', () => {
  const { projects } = readContent(shipped, placeholders)
  expect(projects.map(({ id }) => id)).toEqual([
    'islandm3',
    'familytown',
    'neuroarena',
    'skyport',
    'nightcity',
  ])
  for (const project of projects) expect(project.items.length).toBeGreaterThanOrEqual(2)
})

test('prices are parsed to kopecks and cents', () => {
  const { projects } = readContent(shipped, placeholders)
  const boosters = projects[0]?.items.find(({ id }) => id === 'islandm3-boosters')
  expect(boosters?.price).toEqual({ RUB: 19900, USD: 249 })
})

test('texts with a sandbox URL count as absent without a sandbox', () => {
  const { projects } = readContent(shipped, { ...placeholders, SANDBOX_URL: '' })
  expect(projects.map(({ webhookUrl }) => webhookUrl ?? null)).toEqual([null, null, null, null, null])
  expect(new Set(projects.flatMap(({ origins }) => origins))).toEqual(new Set([placeholders.GAMES_URL]))
})

test('a mistake is reported with its file, line and field', () => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace('RUB: 199,', 'RUB: many,'))
  const [mistake] = mistakesOf(dir)
  expect(mistake).toMatch(/projects\/islandm3\.yaml:\d+: items\.1\.price\.RUB: /)
  const line = Number(mistake?.match(/yaml:(\d+):/)?.[1])
  expect(readFileSync(join(dir, 'projects/islandm3.yaml'), 'utf8').split('\n')[line - 1]).toContain('many')
})

test('a YAML syntax error is reported with its line', () => {
  const dir = copiedContent()
  edit(dir, 'projects/familytown.yaml', (text) => `${text}\n  broken: [1, 2\n`)
  expect(mistakesOf(dir)[0]).toMatch(/projects\/familytown\.yaml:\d+: /)
})

test('a missing image is reported with its field', () => {
  const dir = copiedContent()
  const single =
    '  single:\n    popupFiles: [/main_images/familytown/card.webp?v=2, /main_images/none.webp]\n'
  edit(dir, 'projects/islandm3.yaml', (text) => text + single)
  edit(dir, 'projects/familytown.yaml', (text) =>
    text.replace('/familytown/hero.svg#', '/familytown/none.svg#'),
  )
  edit(dir, 'pages/default.yaml', (text) => `${text}\nfaviconImage: /static_files/none.svg\n`)
  expect(mistakesOf(dir)).toEqual([
    expect.stringMatching(
      /familytown\.yaml:\d+: game\.heroImageSmall: there is no file \/main_images\/familytown\/none\.svg#svgView/,
    ),
    expect.stringMatching(
      /islandm3\.yaml:\d+: game\.single\.popupFiles\.1: there is no file \/main_images\/none\.webp/,
    ),
    expect.stringMatching(/default\.yaml:\d+: faviconImage: there is no file \/static_files\/none\.svg/),
  ])
})

test('the page of a single game takes at most two images of a kind', () => {
  const dir = copiedContent()
  const answers = Array(3).fill('/main_images/logo.svg')
  const single = `  single: { verificationButtonFiles: [${answers}] }\n`
  edit(dir, 'projects/islandm3.yaml', (text) => text + single)
  expect(mistakesOf(dir)).toEqual([
    expect.stringContaining('at most two images: for the yes button, then for the no button'),
  ])
})

test('an unknown field is a mistake', () => {
  const dir = copiedContent()
  edit(dir, 'projects/neuroarena.yaml', (text) => text.replace('webhookUrl:', 'webhookURL:'))
  expect(mistakesOf(dir).join()).toContain('webhookURL')
})

test('a project with results by redirect needs a host', () => {
  const dir = copiedContent()
  const redirected = (text: string) => text.replace('authType: postMessage', 'authType: redirect')
  edit(dir, 'projects/islandm3.yaml', redirected)
  expect(mistakesOf(dir).join()).toMatch(
    /projects\/islandm3\.yaml:\d+: host: is required with authType: redirect/,
  )
  edit(dir, 'projects/islandm3.yaml', (text) => `host: https://island.example\n${text}`)
  expect(mistakesOf(dir)).toEqual([])
})

test('item ids are unique among projects', () => {
  const dir = copiedContent()
  edit(dir, 'projects/neuroarena.yaml', (text) => text.replace('id: neuroarena-energy', 'id: islandm3-hints'))
  expect(mistakesOf(dir).join()).toContain('islandm3-hints is already used')
})

test('all mistakes are reported at once', () => {
  const dir = copiedContent()
  edit(dir, 'hub.yaml', (text) => text.replace('support@playhub.example', 'nobody'))
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace('RUB: 99,', 'RUB: -1,'))
  expect(mistakesOf(dir)).toHaveLength(2)
})

test('a project that verifies players needs a webhook URL', () => {
  const dir = copiedContent()
  const ask = (yaml: string) => `${yaml.replace(/^webhookUrl: .*$/m, '')}\nverifyPlayers: true\n`
  edit(dir, 'projects/islandm3.yaml', ask)
  expect(mistakesOf(dir)).toEqual([
    expect.stringContaining('webhookUrl: is required with verifyPlayers: true'),
  ])
})

test('an unknown placeholder in a document is a mistake', () => {
  const dir = copiedContent()
  edit(dir, 'docs/offer.en.md', (text) => text.replace('{taxId}', '{taxNumber}'))
  expect(mistakesOf(dir)).toEqual([
    expect.stringContaining('docs/offer.en.md: {taxNumber} is not a known placeholder'),
  ])
})
