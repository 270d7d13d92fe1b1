import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const patchFile = join(import.meta.dirname, 'toy-pay.patch')
const maxExistingFiles = 10
const timeoutMs = 30 * 60_000
/** Opens, pays, declines and repeats payments at each provider. */
const checkoutTest = 'apps/server/src/payments/checkout/checkout.test.ts'

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.cache', 'baselines'])
/** Folders with dependencies of their own. */
const ownDependencies = ['apps/server', 'packages/game-sdk', 'packages/test-kit']

test('a fourth payment provider changes at most ten files', () => {
  const existing = readFileSync(patchFile, 'utf8').matchAll(/^--- a\/(.+)$/gm)
  expect([...existing].length).toBeLessThanOrEqual(maxExistingFiles)
})

test(
  'the recipe for a payment provider compiles and sells in the sandbox',
  () => {
    const folder = copyTree()
    run(folder, 'git', ['apply', '-C1', patchFile])
    run(folder, process.execPath, ['scripts/types.ts'])
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server on sqlite']
    const output = run(folder, process.execPath, [...vitest, checkoutTest, '-t', 'toy-pay'])
    expect(output).toMatch(/Tests\s+\d+ passed/)
  },
  timeoutMs,
)

/** Copies the sources. Dependencies are linked, those in the workspace to their copies. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-provider-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => path === root || !skippedFolders.has(basename(path)),
  })
  linkAll(join(root, 'node_modules'), join(folder, 'node_modules'), ['@playhub'])
  cpSync(join(root, 'node_modules/@playhub'), join(folder, 'node_modules/@playhub'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const own of ownDependencies)
    symlinkSync(join(root, own, 'node_modules'), join(folder, own, 'node_modules'))
  return folder
}

function linkAll(from: string, to: string, except: string[]): void {
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!except.includes(name)) symlinkSync(join(from, name), join(to, name))
}

/** @throws with the output, unless the program exits with 0 */
function run(folder: string, program: string, args: string[]): string {
  const { PATH, HOME, TMPDIR } = process.env
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    env: { PATH, HOME, TMPDIR, NO_COLOR: '1' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}
