import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSdk } from './build.ts'
import { SDK_VERSION } from './src/transport.ts'

const workDir = mkdtempSync(join(tmpdir(), 'playhub-sdk-'))
const outDir = join(workDir, 'dist')
/** An empty project without network access, in which only this package is installed. */
const gameDir = mkdtempSync(join(tmpdir(), 'playhub-game-'))

const root = fileURLToPath(new URL('../../', import.meta.url))

const run = (command: string, args: string[]) =>
  execFileSync(command, args, { cwd: gameDir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

beforeAll(async () => {
  await buildSdk({ outDir })
  writeFileSync(join(gameDir, 'package.json'), '{ "type": "module", "private": true }')
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
  run('npm', ['install', ...flags, join(outDir, 'playhub-game-sdk.tgz')])
})
afterAll(() => {
  for (const dir of [workDir, gameDir]) rmSync(dir, { recursive: true })
})

test('the installed package has no dependencies and exports its version', () => {
  const installed = join(gameDir, 'node_modules/@playhub/game-sdk/package.json')
  const manifest = JSON.parse(readFileSync(installed, 'utf8'))
  expect(manifest).toMatchObject({ name: '@playhub/game-sdk', version: SDK_VERSION })
  expect(manifest.dependencies ?? manifest.devDependencies ?? manifest.scripts).toBeUndefined()
  const lock = JSON.parse(readFileSync(join(gameDir, 'package-lock.json'), 'utf8'))
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@playhub/game-sdk'])
})

test('a game imports the package by its name', () => {
  const game = `import * as sdk from '@playhub/game-sdk'
    const script = import.meta.resolve('@playhub/game-sdk/playhub-sdk.js')
    console.log(JSON.stringify([Object.keys(sdk).sort(), sdk.SDK_VERSION, script.endsWith('/playhub.js')]))`
  const printed = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', game]))
  expect(printed).toEqual([['PlayhubError', 'SDK_VERSION', 'connect', 'storage', 'track'], SDK_VERSION, true])
})

test('a strict TypeScript game compiles against its types', () => {
  writeFileSync(
    join(gameDir, 'game.ts'),
    `import { connect, PlayhubError, type Purchase } from '@playhub/game-sdk'
     const hub = await connect({ local: { catalog: [{ id: 'gems-100' }] } })
     const outcome = await hub.purchase({ itemId: 'gems-100' })
     const bought: Purchase | null = outcome.status === 'paid' ? outcome.purchase : null
     // @ts-expect-error a game never names a price
     await hub.purchase({ itemId: 'gems-100', price: 1 })
     export const canBeGiven = ({ state }: Purchase) => state !== 'frozen'
     export const readErrorCode = (error: unknown) => (error instanceof PlayhubError && error.code === 'BUSY' ? bought : null)`,
  )
  compile('game.ts')
})

test('every TypeScript sample of the docs, and every sample of the README, compiles', () => {
  const docs = globSync('docs/**/*.md', { cwd: root, exclude: ['docs/decisions/**', 'docs/style.md'] })
  const samples = [
    ...docs.flatMap((path) => readSamples(join(root, path), /^ts$/)),
    ...readSamples(join(root, 'packages/game-sdk/README.md'), /^(ts|js|html)$/),
  ]
  expect(samples.length).toBeGreaterThan(5)
  const files = samples.map((code, index) => {
    const names = {
      connect: 'typeof sdk.connect',
      hub: 'sdk.Hub',
      buy: 'HTMLButtonElement',
      gems: 'HTMLOutputElement',
    }
    const declared = Object.entries({ ...names, show: '(save: unknown) => void' })
      .filter(([name]) => !new RegExp(`(const|import \\{) ${name}\\b`).test(code))
      .map(([name, type]) => `declare const ${name}: ${type}\n`)
    const file = `sample-${index}.ts`
    const types =
      '/// <reference types="@playhub/game-sdk/playhub-sdk.js" />\nimport * as sdk from \'@playhub/game-sdk\'\n'
    writeFileSync(join(gameDir, file), types + declared.join('') + code)
    return file
  })
  compile(...files)
})

/** The scripts of a page in a sample are its code. */
function readSamples(path: string, languages: RegExp): string[] {
  const blocks = readFileSync(path, 'utf8').matchAll(/^```(\w+)[^\n]*\n(.*?)^```/gms)
  return [...blocks]
    .filter(([, language = '']) => languages.test(language))
    .map(([, , code = '']) =>
      code.startsWith('<') ? (/<script type="module">(.*?)<\/script>/s.exec(code)?.[1] ?? '') : code,
    )
}

/** Compiles files of the game with TypeScript's strictest settings. */
function compile(...files: string[]): void {
  const options = {
    strict: true,
    noEmit: true,
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2022',
  }
  const compilerOptions = { ...options, lib: ['ES2022', 'DOM'], types: [], skipLibCheck: false }
  writeFileSync(join(gameDir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
  run(process.execPath, [tsc, '--project', gameDir])
}

test('publint finds nothing to improve in the package', async () => {
  const { messages } = await publint({ pkgDir: outDir, strict: true })
  expect(messages).toEqual([])
})

test('the types fit the modules, as attw checks', () => {
  const attw = fileURLToPath(
    new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')),
  )
  run(process.execPath, [attw, '--pack', outDir, '--profile', 'esm-only'])
})

test('a page with the script tag finds the types of the global', () => {
  const reference = '/// <reference types="@playhub/game-sdk/playhub-sdk.js" />'
  writeFileSync(
    join(gameDir, 'page.ts'),
    `${reference}\nexport const isHub = async () => (await Playhub.connect()).mode === 'hub'\n`,
  )
  compile('page.ts')
})

test('the index has size and hash of what the hub serves, and the boot script', () => {
  const { version, files } = JSON.parse(readFileSync(join(outDir, 'index.json'), 'utf8'))
  expect(version).toBe(SDK_VERSION)
  for (const { path, integrity, bytes } of files) {
    const content = readFileSync(join(outDir, path))
    const hash = createHash('sha384').update(content).digest('base64')
    expect([path, integrity, bytes]).toEqual([path, `sha384-${hash}`, content.length])
  }
  const paths = files.map(({ path }: { path: string }) => path)
  const compat = ['yandex', 'crazygames', 'poki', 'playgama', 'gamedistribution', 'watch', 'memory'].map(
    (sdk) => `compat/${sdk}.js`,
  )
  expect(paths).toEqual([
    'playhub.js',
    'playhub.mjs',
    'local.mjs',
    'playhub.d.ts',
    'boot.js',
    'boot-storage.js',
    'boot-databases.js',
    ...compat,
  ])
})

test('the boot script can be written into HTML', () => {
  for (const file of ['boot.js', 'boot-storage.js', 'boot-databases.js'])
    expect(readFileSync(join(outDir, file), 'utf8')).not.toMatch(/<\/script|<!--/i)
})

test('equal files make equal packages, whenever and with whatever rights they were written', async () => {
  const again = join(workDir, 'again')
  const umask = process.umask(0o077)
  try {
    await buildSdk({ outDir: again })
  } finally {
    process.umask(umask)
  }
  const read = (folder: string) => readFileSync(join(folder, 'playhub-game-sdk.tgz'))
  expect(read(again).equals(read(outDir))).toBe(true)
})

test('a build above its size budget fails', async () => {
  const build = buildSdk({ outDir: join(workDir, 'too-large'), budgetBytes: 1024 })
  await expect(build).rejects.toThrow(/bytes in brotli; 1024 are allowed/)
})
