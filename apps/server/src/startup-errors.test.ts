/**
 * Reasons against starting a hub. `startup.test.ts` of the journeys shows its process write the message and exit with
 * 1.
 */
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyContent } from '../test/support/content-copy.ts'
import { readConfig } from './config.ts'
import { createContext } from './context.ts'
import { StartupError } from './platform/startup-error.ts'

function breakContent(): string {
  const dir = copyContent({ islandm3: (yaml) => yaml.replace('RUB: 99,', 'RUB: many,') })
  appendFileSync(join(dir, 'projects/familytown.yaml'), '\n  broken: [1, 2\n')
  return dir
}

/** Unreadable or unknown entries. */
function addStrangeFiles(): string {
  const dir = copyContent({})
  mkdirSync(join(dir, 'docs/old.en.md'))
  symlinkSync('/nowhere', join(dir, 'docs/gone.en.md'))
  writeFileSync(join(dir, 'projects/another.yml'), '')
  return dir
}

test.for<[cause: string, env: () => Record<string, string>, lines: RegExp[]]>([
  [
    'an unwritable data folder',
    () => ({ DATA_DIR: '/dev/null/x' }),
    [/^The data folder \/dev\/null\/x cannot be written: make it writable or set DATA_DIR\.$/],
  ],
  [
    'an unreachable database',
    () => ({ DATABASE_URL: 'postgres://somebody:secret@127.0.0.1:1/x' }),
    [/^The database at 127\.0\.0\.1:1\/x does not answer: start it or check DATABASE_URL\.$/],
  ],
  [
    'broken content',
    () => ({ CONTENT_DIR: breakContent() }),
    [
      /^The content has errors/,
      /^ {2}\S+\/projects\/familytown\.yaml:\d+: /,
      /^ {2}\S+\/projects\/islandm3\.yaml:\d+: `items\.0\.price\.RUB` must be a number/,
    ],
  ],
  [
    'content that cannot be read',
    () => ({ CONTENT_DIR: addStrangeFiles() }),
    [
      /^The content has errors/,
      /^ {2}\S+\/docs\/gone\.en\.md: cannot be read: .* \(ENOENT\)$/,
      /^ {2}\S+\/docs\/old\.en\.md: is a folder and must be a file$/,
      /^ {2}\S+\/projects\/another\.yml: is read by nobody: rename it to another\.yaml$/,
    ],
  ],
  [
    'a public address with a path',
    () => ({ PUBLIC_URL: 'https://play.example.org/hub' }),
    [
      /^The configuration is invalid:$/,
      /^ {2}PUBLIC_URL must be an origin, .*: write https:\/\/play\.example\.org\.$/,
    ],
  ],
])('%s is explained', async ([_, env, lines]) => {
  const start = async () => createContext(readConfig({ HUB_MODE: 'sandbox', ...env() }))
  const error = await start().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartupError)
  const written = (error as StartupError).message.split('\n').filter((line) => line !== '')
  expect(written).toEqual(lines.map((line) => expect.stringMatching(line)))
})
