import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { framePermissions } from '@playhub/contract'
import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import { asUnprivilegedUser } from '@playhub/test-kit/unprivileged-user'
import { expect, onTestFinished, test } from 'vitest'
import { ContentProblem, readContent } from './read-content.ts'

const shipped = new URL('../../../../content', import.meta.url).pathname
const placeholders = { GAMES_URL: 'http://localhost:3002', SANDBOX_URL: 'http://localhost:3001' }

/** A copy of the shipped content, free to change. */
function copiedContent(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-content-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  cpSync(shipped, dir, { recursive: true })
  return dir
}

function edit(dir: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')))
}

function listIssues(dir: string, language: 'ru' | 'en' = 'en'): string[] {
  try {
    readContent(dir, placeholders)
    return []
  } catch (error) {
    if (error instanceof ContentProblem) return error.issues.map((issue) => describeFinding(issue, language))
    throw error
  }
}

/** Names, paths and what the author wrote stay as they are. */
function expectRussian(dir: string): void {
  for (const issue of listIssues(dir, 'ru')) {
    expect(issue).toMatch(/[а-яё]{3}/)
    expect(issue).not.toMatch(/ (must|is|and|the|has|needs|names|cannot|one of|a) |–/)
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
  const [issue] = listIssues(dir)
  expect(issue).toMatch(
    /projects\/islandm3\.yaml:\d+: `items\.1\.price\.RUB` must be a number, and is the text "many"$/,
  )
  const line = Number(issue?.match(/yaml:(\d+):/)?.[1])
  expect(readFileSync(join(dir, 'projects/islandm3.yaml'), 'utf8').split('\n')[line - 1]).toContain('many')
})

test('an issue is a code with its place, and what the YAML parser says is quoted in Russian', () => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace('RUB: 199,', 'RUB: many,'))
  expect(listIssues(dir, 'ru')).toEqual([
    expect.stringMatching(
      /islandm3\.yaml:\d+: `items\.1\.price\.RUB`: нужно значение другого вида \(число\), а здесь текст «many»$/,
    ),
  ])
  edit(dir, 'projects/islandm3.yaml', (text) => `${text}\n  broken: [1, 2\n`)
  expect(listIssues(dir, 'ru')[0]).toMatch(/islandm3\.yaml:\d+: ошибка YAML: «.+»$/)
})

test('text of an author cannot pass for a rule or fill in its place', () => {
  const dir = copiedContent()
  const given = '{"code":"content.blank","params":{}} {place}'
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace(/^authType: .*$/m, `authType: '${given}'`))
  expect(listIssues(dir)).toEqual([expect.stringContaining(`and is the text "${given}"`)])
})

test('a YAML syntax error is reported with its line', () => {
  const dir = copiedContent()
  edit(dir, 'projects/familytown.yaml', (text) => `${text}\n  broken: [1, 2\n`)
  expect(listIssues(dir)[0]).toMatch(/projects\/familytown\.yaml:\d+: /)
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
  expect(listIssues(dir)).toEqual([
    expect.stringMatching(
      /familytown\.yaml:\d+: `game\.heroImageSmall` names a file that is not in the content folder: \/main_images\/familytown\/none\.svg#svgView/,
    ),
    expect.stringMatching(
      /islandm3\.yaml:\d+: `game\.single\.popupFiles\.1` names a file that is not in the content folder: \/main_images\/none\.webp/,
    ),
    expect.stringMatching(
      /default\.yaml:\d+: `faviconImage` names a file that is not in the content folder: \/static_files\/none\.svg/,
    ),
  ])
})

test('the page of a single game takes at most two images of a kind', () => {
  const dir = copiedContent()
  const responses = Array(3).fill('/main_images/logo.svg')
  const single = `  single: { verificationButtonFiles: [${responses}] }\n`
  edit(dir, 'projects/islandm3.yaml', (text) => text + single)
  expect(listIssues(dir)).toEqual([
    expect.stringContaining('at most two images: for the yes button, then for the no button'),
  ])
})

/** Names the first two items as the game's code does. */
const addGameIds = (yaml: string, ...gameIds: string[]): string =>
  yaml.replace(/^ {2}- id: .*$/gm, (line) => {
    const gameId = gameIds.shift()
    return gameId ? `${line}\n    gameId: ${gameId}` : line
  })

/** A person's mistake, by the change to a project's file, and the message they read. */
const setVat = (yaml: string, vat: string) =>
  yaml.replace(/^ {2}- id: .*$/m, (line) => `${line}\n    vat: ${vat}`)

const nameMethods = (yaml: string, methods: string) =>
  yaml.replace(
    /^paymentsMethods:\n( {2}.*\n)+/m,
    `paymentsMethods:\n  - { provider: yookassa, methods: [${methods}] }\n`,
  )

const problems: [change: (yaml: string) => string, issue: string][] = [
  [
    (yaml) => yaml.replace('webhookUrl:', 'webhookURL:'),
    '`webhookURL` is not a known field: did you mean `webhookUrl`?',
  ],
  [
    (yaml) => yaml.replace('webhookUrl:', 'zzz:'),
    '`zzz` is not a known field: the fields here are name, brand, ',
  ],
  [(yaml) => yaml.replace(/^name:\n.*\n.*\n/m, ''), '`name` is missing: Name of the game.'],
  [
    (yaml) => yaml.replace(/^name:\n.*\n.*\n/m, 'name: Arena\n'),
    '`name` must be a group of fields such as { en: …, ru: … }, and is the text "Arena"',
  ],
  [(yaml) => yaml.replace(/^logo: .*$/m, 'logo:'), '`logo` is empty: write a text, or remove the line'],
  [(yaml) => yaml.replace(/^logo: .*$/m, 'logo: [a]'), '`logo` must be a text, and is a list'],
  [
    (yaml) => yaml.replace(/^authType: .*$/m, 'authType: postmesage'),
    '`authType` must not be the text "postmesage": did you mean postMessage?',
  ],
  [
    (yaml) => yaml.replace(/^authType: .*$/m, 'authType: popup'),
    '`authType` must be one of postMessage, redirect, and is the text "popup"',
  ],
  [
    (yaml) => yaml.replace(/addedOn: .*/, 'addedOn: 2026-13-01'),
    '`game.addedOn` must be a date such as 2026-11-25',
  ],
  [
    (yaml) => yaml.replace(/frameUrl: .*/, 'frameUrl: games/arena'),
    '`game.frameUrl` must be an address that begins with http:// or https://',
  ],
  [(yaml) => yaml.replace(/ age: .*/, ' age: 6.5'), '`game.age` must be a whole number, and is 6.5'],
  [(yaml) => yaml.replace(/ age: .*/, ' age: 30'), '`game.age` must be at most 21'],
  [
    (yaml) => yaml.replace('en: Treasure Island M3', 'en: Treasure Island M3\n  xx: Island'),
    '`name.xx` is not a language that Playhub knows: write a code such as en, ru or pt',
  ],
  [
    (yaml) => yaml.replace(/^authMethods: .*$/m, 'authMethods: mail'),
    '`authMethods` must be a list: each entry on a line that begins with "- ", and is the text "mail"',
  ],
  [
    (yaml) => `supportEmail: team\n${yaml}`,
    '`supportEmail` must be an email address such as team@studio.example',
  ],
  [(yaml) => `outOfCatalog: 'no'\n${yaml}`, '`outOfCatalog` must be true or false, and is the text "no"'],
  [
    (yaml) => addGameIds(yaml, 'gold_100', 'gold_100'),
    '`items.1.gameId` is gold_100, which another item of this file has too: a game must tell its items apart',
  ],
  [
    (yaml) => addGameIds(yaml, 'gold_100', 'islandm3-hints'),
    '`items.1.gameId` is islandm3-hints, which another item of this file has too: a game must tell its items apart',
  ],
  [(yaml) => nameMethods(yaml, 'sbp, mir_pay'), '`paymentsMethods.0` must have card or yooMoney, too'],
  [(yaml) => nameMethods(yaml, 'card, cash'), '`paymentsMethods.0` names a method that this provider'],
  [(yaml) => setVat(yaml, '18'), '`items.0.vat` must be one of none, 0, 5, 7, 10, 20, 22, 5/105'],
  [(yaml) => setVat(yaml, 'twenty'), '`items.0.vat` must be one of none, 0, 5, 7, 10, 20, 22, 5/105'],
  [
    (yaml) => `agent: reseller\n${yaml}`,
    '`agent` must be one of banking_payment_agent, banking_payment_subagent, payment_agent',
  ],
  [(yaml) => `agent: commissioner\n${yaml}`, '`supplier` is required with agent'],
  [
    (yaml) => `supplier: { name: S, inn: "7707083893", phone: "+79001234567" }\n${yaml}`,
    '`agent` is required with supplier',
  ],
  [
    (yaml) => `agent: agent\nsupplier: { name: S, inn: "7707083894", phone: "+79001234567" }\n${yaml}`,
    '`supplier.inn` must be a taxpayer number (INN)',
  ],
  [
    (yaml) => `agent: agent\nsupplier: { name: S, inn: "7707083893", phone: "8 900 123" }\n${yaml}`,
    '`supplier.phone` must be a phone number',
  ],
]

test.each(problems)('a mistake is told as a sentence with its field (%#)', (change, issue) => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', change)
  expect(listIssues(dir)).toEqual([expect.stringContaining(issue)])
  expect(listIssues(dir)).not.toEqual([expect.stringContaining('Invalid')])
  expectRussian(dir)
})

test('a project needs a name and an address; pictures, colours, origins and payment providers have defaults', () => {
  const dir = copiedContent()
  const file =
    'name: { en: Tiny & Co }\ngame: { frameUrl: https://tiny.example/game/ }\nitems:\n  - { id: tiny-gem, title: { en: Gem }, price: { USD: 1 } }\n'
  writeFileSync(join(dir, 'projects/tiny.yaml'), file)
  const tiny = readContent(dir, placeholders).projects.find(({ id }) => id === 'tiny')
  expect(tiny).toMatchObject({
    logo: expect.stringMatching(/^\/main_images\/placeholders\/tiny\/logo\.svg\?v=[0-9a-f]{8}$/),
    origins: ['https://tiny.example'],
    items: [{ description: {}, image: expect.stringContaining('/tiny/item.svg') }],
    game: {
      cardImage: expect.stringContaining('/tiny/card.svg'),
      cardBackgroundColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      fullDescription: {},
      seo: { title: { en: 'Tiny & Co' }, description: {} },
    },
  })
  expect(tiny?.paymentsMethods.map(({ provider }) => provider)).toEqual(['stripe', 'yookassa', 'yandex-pay'])
  writeFileSync(join(dir, 'projects/tiny.yaml'), `${file}origins: []\npaymentsMethods: []\n`)
  expect(readContent(dir, placeholders).projects.find(({ id }) => id === 'tiny')).toMatchObject({
    origins: [],
    paymentsMethods: [],
  })
})

test('a project with results by redirect needs a host', () => {
  const dir = copiedContent()
  const redirected = (text: string) => text.replace('authType: postMessage', 'authType: redirect')
  edit(dir, 'projects/islandm3.yaml', redirected)
  expect(listIssues(dir).join()).toMatch(
    /projects\/islandm3\.yaml:\d+: `host` is required with authType: redirect/,
  )
  edit(dir, 'projects/islandm3.yaml', (text) => `host: https://island.example\n${text}`)
  expect(listIssues(dir)).toEqual([])
})

test('item ids are unique among projects', () => {
  const dir = copiedContent()
  edit(dir, 'projects/neuroarena.yaml', (text) => text.replace('id: neuroarena-energy', 'id: islandm3-hints'))
  expect(listIssues(dir).join()).toContain('islandm3-hints, which is already used')
})

test('an item may have the id of its code in the game, also that of another game, or its own', () => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (yaml) => addGameIds(yaml, 'gold_100', 'islandm3-boosters'))
  edit(dir, 'projects/familytown.yaml', (yaml) => addGameIds(yaml, 'gold_100'))
  const items = readContent(dir, placeholders).projects.flatMap((project) => project.items)
  expect(items.map(({ gameId }) => gameId).filter(Boolean)).toEqual([
    'gold_100',
    'islandm3-boosters',
    'gold_100',
  ])
})

test('all mistakes are reported at once', () => {
  const dir = copiedContent()
  edit(dir, 'hub.yaml', (text) => text.replace('support@playhub.example', 'nobody'))
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace('RUB: 99,', 'RUB: -1,'))
  expect(listIssues(dir)).toHaveLength(2)
})

test('a project that verifies players needs a webhook URL', () => {
  const dir = copiedContent()
  const ask = (yaml: string) => `${yaml.replace(/^webhookUrl: .*$/m, '')}\nverifyPlayers: true\n`
  edit(dir, 'projects/islandm3.yaml', ask)
  expect(listIssues(dir)).toEqual([
    expect.stringContaining('`webhookUrl` is required with verifyPlayers: true'),
  ])
})

test('an unknown placeholder in a document is a mistake', () => {
  const dir = copiedContent()
  edit(dir, 'docs/offer.en.md', (text) => text.replace('{taxId}', '{taxNumber}'))
  expect(listIssues(dir)).toEqual([
    expect.stringContaining('docs/offer.en.md: {taxNumber} is not a known placeholder'),
  ])
})

/** Unreadable or unknown entries, with their messages. */
const refusedEntries: [entry: string, make: (path: string) => unknown, issue: string][] = [
  ['docs/old.en.md', (path) => mkdirSync(path), 'is a folder and must be a file'],
  ['projects/old.yaml', (path) => mkdirSync(path), 'is a folder and must be a file'],
  ['docs/drafts', (path) => mkdirSync(path), 'is read by nobody: correct its name, or move it out'],
  ['projets', (path) => mkdirSync(path), 'is read by nobody: correct its name, or move it out'],
  ['languages', (path) => writeFileSync(path, ''), 'is a file and must be a folder'],
  ['docs/gone.en.md', (path) => symlinkSync('/nowhere', path), 'a link to a file that does not (ENOENT)'],
  ['main_images/gone.svg', (path) => symlinkSync('/nowhere', path), 'that does not (ENOENT)'],
  ['docs/loop.en.md', (path) => symlinkSync('loop.en.md', path), 'it is a link to itself (ELOOP)'],
  ['main_images/loop', (path) => symlinkSync('.', path), 'is a link to a folder that contains it'],
  ['docs/bad.en.md', (path) => symlinkSync('/proc/self/mem', path), 'the disk reports an error (EIO)'],
  ['docs/zero.en.md', (path) => symlinkSync('/dev/zero', path), 'is neither a file nor a folder'],
  ['main_images/zero.svg', (path) => symlinkSync('/dev/zero', path), 'is neither a file nor a folder'],
  ['projects/another.yml', (path) => writeFileSync(path, ''), 'is read by nobody: rename it to another.yaml'],
  ['projects/ANOTHER.YAML', (path) => writeFileSync(path, ''), 'read by nobody: rename it to ANOTHER.yaml'],
  ['hub.yml', (path) => writeFileSync(path, ''), 'is read by nobody: rename it to hub.yaml'],
  ['docs/terms.en.markdown', (path) => writeFileSync(path, ''), 'rename it to terms.en.md'],
  ['projects/notes.txt', (path) => writeFileSync(path, ''), 'is read by nobody: correct its name, or move'],
  ['pages/catalog.yaml', (path) => writeFileSync(path, '{}'), 'is read by nobody: the pages are default, '],
  ['pages/islandm4', (path) => mkdirSync(path), 'is read by nobody: the name must be the id of a project'],
]

test.each(refusedEntries)('%s is reported by its name', (entry, make, issue) => {
  const dir = copiedContent()
  make(join(dir, entry))
  expect(listIssues(dir)).toEqual([expect.stringContaining(`/${entry}: `)])
  expect(listIssues(dir)).toEqual([expect.stringContaining(issue)])
  expectRussian(dir)
})

test.each(['hub.yaml', 'projects', 'docs/terms.en.md', 'main_images', 'main_images/mark.svg'])(
  '%s without access is reported by its name',
  (entry) => {
    const dir = copiedContent()
    chmodSync(dir, 0o755)
    chmodSync(join(dir, entry), 0)
    const issues = asUnprivilegedUser(() => listIssues(dir))
    chmodSync(join(dir, entry), 0o755)
    expect(issues[0]).toMatch(new RegExp(`/${entry}: cannot be read: .* access to it \\(EACCES\\)$`))
    expect(listIssues(dir)).toEqual([])
  },
)

test('a content folder that does not exist is reported by its name alone', () => {
  expect(listIssues('/nowhere/content')).toEqual([
    expect.stringMatching(/nowhere\/content: cannot be read: it does not exist.* \(ENOENT\)$/),
  ])
})

test.each([
  'projects/._islandm3.yaml',
  'projects/.islandm3.yaml.swp',
  'projects/.#islandm3.yaml',
  'projects/islandm3.yaml~',
  'projects/#islandm3.yaml#',
  'docs/._terms.en.md',
  'docs/terms.en.md.swp',
  'pages/._game.yaml',
  'languages/.DS_Store',
  'lost+found',
  'main_images/Thumbs.db',
  'docs/README.md',
  'LICENSE',
])('%s is no content', (file) => {
  const dir = copiedContent()
  mkdirSync(join(dir, 'languages'))
  writeFileSync(join(dir, file), Buffer.of(0, 5, 22, 7, 255))
  expect(listIssues(dir)).toEqual([])
  expect(readContent(dir, placeholders).projects).toHaveLength(5)
})

test.each(['Neuro Two', 'neuro_two', 'Neuroarena', 'нейро', '-neuro', 'n'.repeat(64)])(
  'a project cannot have the id "%s"',
  (name) => {
    const dir = copiedContent()
    renameSync(join(dir, 'projects/neuroarena.yaml'), join(dir, `projects/${name}.yaml`))
    expect(listIssues(dir)).toEqual([
      expect.stringMatching(/projects\/.*: the name of the file is the id of the project, so it must be /),
    ])
  },
)

test.each(['terms of use.en.md', 'terms.en.old.md', 'условия.en.md'])(
  'a document cannot have the name %s',
  (name) => {
    const dir = copiedContent()
    writeFileSync(join(dir, 'docs', name), '# Terms\n\nAll of them.\n')
    expect(listIssues(dir)).toEqual([expect.stringMatching(/: the name (is part of|must end)/)])
  },
)

/** One text per kind. */
const texts = [
  'hub.yaml',
  'projects/islandm3.yaml',
  'pages/game.yaml',
  'docs/terms.en.md',
  'languages/de/common.json',
]

function contentWithJson(): string {
  const dir = copiedContent()
  mkdirSync(join(dir, 'languages/de'), { recursive: true })
  writeFileSync(join(dir, 'languages/de/common.json'), '{}')
  return dir
}

test.each(texts)('%s with bytes that are not UTF-8 is refused by its name', (file) => {
  const dir = contentWithJson()
  const latin1 = Buffer.from('\n# Größe\n', 'latin1')
  writeFileSync(join(dir, file), Buffer.concat([readFileSync(join(dir, file)), latin1]))
  expect(listIssues(dir)[0]).toMatch(new RegExp(`/${file}: is not valid UTF-8`))
})

test.each(texts)('%s may begin with a byte order mark', (file) => {
  const dir = contentWithJson()
  const before = readContent(dir, placeholders)
  edit(dir, file, (text) => `\uFEFF${text}`)
  expect(readContent(dir, placeholders)).toEqual(before)
})

test.each([
  ['an alias without an anchor', 'order: *none'],
  ['aliases that multiply', `keywords: [${'&a [*a'}]]`],
])('YAML with %s is reported by its file', (_, line) => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (text) => `${text}\n  ${line}\n`)
  expect(listIssues(dir)[0]).toMatch(/projects\/islandm3\.yaml/)
})

test.each([
  ['RUB: 199,', 'RUB: 0.99,', 'must be at least 1.00, the smallest charge of YooKassa and Yandex Pay'],
  ['USD: 2.49', 'USD: 0.49', 'must be at least 0.50, the smallest charge of Stripe'],
  ['USD: 2.49', 'USD: 1000000', 'must be at most 999999.99'],
])('%s cannot become %s', (price, other, issue) => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace(price, other))
  expect(listIssues(dir)).toEqual([expect.stringMatching(/items\.1\.price\.(RUB|USD)` must be at /)])
  expect(listIssues(dir)).toEqual([expect.stringContaining(issue)])
})

test('the smallest charges are prices', () => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (text) =>
    text.replace('RUB: 199,', 'RUB: 1,').replace('USD: 2.49', 'USD: 0.50'),
  )
  const [island] = readContent(dir, placeholders).projects
  expect(island?.items[1]?.price).toEqual({ RUB: 100, USD: 50 })
})

test.each(['""', '"   "', '"\\u200b\\u2060"', '"\\u3164"'])('%s is a blank text', (text) => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (yaml) => yaml.replace('en: Treasure Island M3', `en: ${text}`))
  expect(listIssues(dir)).toEqual([expect.stringContaining('name.en` is blank: write a text')])
})

test.each(['# \u200b\n\nText', '# Terms\n', '# Terms\n\n \u200b\n'])(
  'a blank document is a mistake',
  (text) => {
    const dir = copiedContent()
    writeFileSync(join(dir, 'docs/terms.en.md'), text)
    expect(listIssues(dir)).toEqual([
      expect.stringMatching(/terms\.en\.md(:1: the first line|: has a title, but)/),
    ])
  },
)

test('a space in a path is reported as such', () => {
  const dir = copiedContent()
  cpSync(join(dir, 'main_images/mark.svg'), join(dir, 'main_images/our mark.svg'))
  const logo = (path: string) => (yaml: string) => yaml.replace(/^logo: .*$/m, `logo: ${path}`)
  edit(dir, 'projects/islandm3.yaml', logo('/main_images/our mark.svg'))
  expect(listIssues(dir)).toEqual([
    expect.stringContaining('logo` must not contain spaces: write %20 for each'),
  ])
  edit(dir, 'projects/islandm3.yaml', logo('/main_images/our%20mark.svg'))
  expect(listIssues(dir)).toEqual([])
  edit(dir, 'projects/islandm3.yaml', logo('/images/mark.svg'))
  expect(listIssues(dir)).toEqual([expect.stringContaining('logo` must begin with /main_images/')])
})

test('origins are written as browsers send them, and what is none says how to write it', () => {
  const dir = copiedContent()
  const origins = (list: string) => (yaml: string) =>
    yaml.replace(/^origins:.*\n( .*\n)*/m, `origins: [${list}]\n`)
  edit(dir, 'projects/islandm3.yaml', origins('"HTTPS://Games.Example:443/", "https://игры.рф"'))
  expect(readContent(dir, placeholders).projects[0]?.origins).toEqual([
    'https://games.example',
    'https://xn--c1ajz8b.xn--p1ai',
  ])
  edit(dir, 'projects/islandm3.yaml', origins('https://games.example/island'))
  expect(listIssues(dir)).toEqual([
    expect.stringContaining(
      'origins.0` must be an origin, without path, query and user name: write https://games.example',
    ),
  ])
})

test('a frame may get every permission that the hub knows', () => {
  const dir = copiedContent()
  const list = framePermissions.join(', ')
  edit(dir, 'projects/islandm3.yaml', (yaml) =>
    yaml.replace(/framePermissions: .*/, `framePermissions: [${list}]`),
  )
  expect(readContent(dir, placeholders).projects[0]?.game.framePermissions).toEqual([...framePermissions])
  expect(framePermissions).toHaveLength(15)
})

test.each([
  [
    'session: { from: 3, to: 10 }',
    'session: { from: 11, to: 10 }',
    'session.to` must not be less than `from`',
  ],
  [
    'genres: [puzzle, casual]',
    'genres: [puzzles]',
    'genres.0` must not be the text "puzzles": did you mean puzzle?',
  ],
  ['updatedOn: 2026-11-17', 'updatedOn: 17.11.2026', 'updatedOn` must be a date such as 2026-11-25'],
])('%s cannot become %s', (fact, other, issue) => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace(fact, other))
  expect(listIssues(dir)).toEqual([expect.stringContaining(`\`game.${issue}`)])
})

test.each([
  ['{ image: /main_images/islandm3/none.webp }', 'screenshots.0.image'],
  ['{ alt: { en: A board } }', 'screenshots.0'],
  ['{ image: /main_images/islandm3/card.webp, alt: { ru: Поле } }', 'screenshots.0.alt'],
  ['/images/card.webp', 'screenshots.0'],
])('a screenshot cannot be %s', (entry, field) => {
  const dir = copiedContent()
  const change = (text: string) => text.replace(/(screenshots:\n {4}- )\S+/, `$1${entry}`)
  edit(dir, 'projects/islandm3.yaml', change)
  expect(listIssues(dir)).toEqual([expect.stringContaining(`game.${field}`)])
})

test('a project may leave out every fact about its game', () => {
  const dir = copiedContent()
  const facts =
    /^ {2}(howToPlay|genres|session|controls|languages|age|addedOn|updatedOn|screenshots):.*\n( {3,}.*\n)*/gm
  edit(dir, 'projects/islandm3.yaml', (text) => text.replace(facts, ''))
  expect(listIssues(dir)).toEqual([])
})

test('a game without an address runs where this hub serves its builds', () => {
  const dir = copiedContent()
  edit(dir, 'projects/islandm3.yaml', (yaml) => yaml.replace(/ *frameUrl: .*\n/, ''))
  const hosting = { kind: 'own-origins', protocol: 'https:', host: 'games.example' } as const
  const [island] = readContent(dir, placeholders, hosting).projects
  expect(island?.game.frameUrl).toBe('https://islandm3.games.example/')
  expect(island?.origins).toContain('https://islandm3.games.example')
  expect(listIssues(dir)).toEqual([
    expect.stringContaining(
      'projects/islandm3.yaml: game.frameUrl: is missing: write the address of the game',
    ),
  ])
})

test('the network of a game is hosts without a scheme', () => {
  const dir = copiedContent()
  const network = (list: string) => (yaml: string) =>
    yaml.replace(/^( *)(frameUrl: .*)\n( *network: .*\n)?/m, `$1$2\n$1network: ${list}\n`)
  edit(dir, 'projects/islandm3.yaml', network('[code.jquery.com, "*.example.org:8443"]'))
  expect(listIssues(dir)).toEqual([])
  edit(dir, 'projects/islandm3.yaml', network('[https://code.jquery.com]'))
  expect(listIssues(dir)).toEqual([expect.stringContaining('game.network')])
})

test('events of a game have different names, and none that a portal uses', () => {
  const dir = copiedContent()
  const events = (list: string) =>
    edit(dir, 'projects/islandm3.yaml', (yaml) =>
      yaml.replace(/^game:\n( {2}events: .*\n)?/m, `game:\n  events: ${list}\n`),
    )
  events('[level-done, boss_lost.2]')
  expect(listIssues(dir)).toEqual([])
  expect(readContent(dir, placeholders).projects.find(({ id }) => id === 'islandm3')?.game.events).toEqual([
    'level-done',
    'boss_lost.2',
  ])
  for (const [list, issue] of [
    ['[2nd]', 'must begin with a letter'],
    ['[level-done, level-done]', 'must have different names'],
    ['[happytime]', 'is happytime, which is counted'],
    [`[${Array.from({ length: 51 }, (_, n) => `e${n}`)}]`, 'game.events'],
  ] as const) {
    events(list)
    expect(listIssues(dir)).toEqual([expect.stringContaining(issue)])
  }
})

test('counting is on unless hub.yaml says off', () => {
  const dir = copiedContent()
  const read = () => readContent(dir, placeholders).hub.insights
  expect(read()).toBe('on')
  edit(dir, 'hub.yaml', (yaml) => `${yaml}\ninsights: off\n`)
  expect(read()).toBe('off')
})
