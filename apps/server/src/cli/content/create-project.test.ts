import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { readContent } from '../../catalogue/index.ts'

/** Runs a command with a content folder of its own. */
function runOnContent(hub: TestHub, contentDir: string, args: string[]) {
  const context = { ...hub.context, config: { ...hub.context.config, contentDir } }
  return runOnHub({ ...hub, context }, args)
}

const create = [
  'projects',
  'create',
  'tiny',
  '--name',
  'Tiny: "Game"',
  '--frame-url',
  'https://tiny.example/',
]

test('projects create writes a valid project, says what is next and never replaces a file', async ({
  hub,
}) => {
  const dir = copyContent({})
  const first = await runOnContent(hub, dir, create)
  expect(first.code, first.printed).toBe(0)
  expect(first.printed).toContain('/games/en/tiny/')
  const { projects } = readContent(dir, { GAMES_URL: 'http://games.test', SANDBOX_URL: '' })
  expect(projects.find(({ id }) => id === 'tiny')).toMatchObject({
    name: { en: 'Tiny: "Game"' },
    game: { frameUrl: 'https://tiny.example/' },
  })
  const file = join(dir, 'projects/tiny.yaml')
  writeFileSync(file, `${readFileSync(file, 'utf8')}# mine\n`)
  const second = await runOnContent(hub, dir, create)
  expect(second).toMatchObject({
    code: 1,
    printed: expect.stringContaining('There is a project "tiny" already'),
  })
  expect(readFileSync(file, 'utf8')).toContain('# mine')
})

test('projects create without an address says how to upload the game', async ({ hub }) => {
  const dir = copyContent({})
  const { printed } = await runOnContent(hub, dir, ['projects', 'create', 'tiny', '--name', 'Tiny'])
  expect(printed).toContain('npm run hub -- games publish tiny')
  expect(readFileSync(join(dir, 'projects/tiny.yaml'), 'utf8')).not.toContain('game:')
})

test.for([
  [['../tiny', '--name', 'Tiny'], 'cannot be the id of a project'],
  [['a'.repeat(41), '--name', 'Tiny'], 'at most 40'],
  [['tiny'], 'A project needs a name'],
  [['tiny', '--name', 'Tiny', '--frame-url', 'javascript:alert(1)'], 'is not an address of a game'],
] as const)('projects create refuses %j', async ([args, sentence], { hub }) => {
  const dir = copyContent({})
  const { code, printed } = await runOnContent(hub, dir, ['projects', 'create', ...args])
  expect({ code, printed }).toEqual({ code: 1, printed: expect.stringContaining(sentence) })
  expect(existsSync(join(dir, 'projects/tiny.yaml'))).toBe(false)
})

test('content check lists what players see drawn or empty', async ({ hub }) => {
  const dir = copyContent({})
  await runOnContent(hub, dir, create)
  const { printed } = await runOnContent(hub, dir, ['content', 'check'])
  expect(printed).toContain(
    'projects/tiny.yaml: players see drawn pictures instead of logo, game.cardImage, game.heroImage, game.background',
  )
  expect(printed).toContain(
    'projects/tiny.yaml: has no text for game.cardDescription, game.fullDescription, game.seo.description',
  )
  expect(printed).not.toContain('projects/islandm3.yaml')
})
