/** Commands that read the content, where the database has it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import { expect } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { locateContent } from '../../catalogue/versions/content-source.ts'
import { readContentOnce } from '../../doctor/check-context.ts'
import { checkContentFiles } from '../../doctor/state-checks.ts'
import { StartupError } from '../../platform/startup-error.ts'

const test = base.extend('taken', async ({ hub }) => {
  const folder = copyContent({ islandm3: (yaml) => `${yaml}# From the database\n` })
  writeFileSync(join(folder, 'projects/tiny.yaml'), 'name: { en: Tiny }\n')
  await runOnHub(hub, ['content', 'import', folder])
  return hub
})

test('the content of the database is checked, and no path of its copy is shown', async ({ taken: hub }) => {
  const { code, printed } = await runOnHub(hub, 'content check')
  expect([code, printed]).toEqual([
    0,
    expect.stringMatching(/The content in the database is valid: version [0-9a-f]{12}\.$/m),
  ])
  expect(printed).toContain('tiny')
  expect(printed).not.toContain('content-cache')
  const { config, db } = hub.context
  const { dir: contentDir } = await locateContent(config, db)
  const check = { config: { ...config, contentDir } }
  expect(await checkContentFiles(check, readContentOnce(check))).toEqual({
    service: 'content',
    found: toFinding('content.valid-database'),
    problems: [],
  })
})

test('a command reads no older folder where the copy cannot be written', async ({ taken: hub }) => {
  const cache = join(hub.context.config.dataDir, 'content-cache')
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(hub.context.config.dataDir, { recursive: true })
  writeFileSync(cache, '')
  const failure = await runOnHub(hub, 'content check').catch((error) => error)
  expect(failure).toBeInstanceOf(StartupError)
  expect(failure.message).toContain(`The content of the database cannot be copied to ${cache}`)
})
