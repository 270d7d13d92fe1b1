/** Content in the database, with drafts, through a backup. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hubWithContent, readStoredContent } from '../../../test/support/content/stored-content.ts'
import { copyContent, demoContent } from '../../../test/support/content-copy.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { openExistingDb } from '../../platform/database/existing-database.ts'
import { runCommand } from '../commands.ts'

function commandsIn(env: Record<string, string>) {
  const printed: string[] = []
  const config = readConfig({ HUB_MODE: 'sandbox', ...env })
  const context = {
    config,
    clock: systemClock,
    openDb: () => openExistingDb(config),
    print: (line: string) => void printed.push(line),
    user: 'root',
  }
  return { printed, run: (...args: string[]) => runCommand(args, context) }
}

test('a backup brings back the content of the database with its versions, pictures and drafts', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const source = { DATA_DIR: join(dir, 'data'), CONTENT_DIR: copyContent({}) }
  await hubWithContent(source)
  const before = await readStoredContent(source)
  const file = join(dir, 'hub.sqlite')
  const { run, printed } = commandsIn(source)
  expect(await run('backup', file)).toBe(0)
  expect(await run('backup', 'verify', file)).toBe(0)
  expect(printed.join('\n')).toContain('Content: version 2 of the database')

  const restored = { DATA_DIR: join(dir, 'restored'), CONTENT_DIR: join(dir, 'content') }
  expect(await commandsIn(restored).run('backup', 'restore', file)).toBe(0)
  // The folder has the content in use too, for a release that reads no database.
  const project = readFileSync(join(restored.CONTENT_DIR, 'projects/islandm3.yaml'), 'utf8')
  expect(project).toContain('USD: 1.05')
  expect(await readStoredContent({ ...restored, CONTENT_DIR: demoContent })).toEqual(before)
})
