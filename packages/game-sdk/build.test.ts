import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSdk } from './build.ts'
import { SDK_VERSION } from './src/version.ts'

const BUDGET_BYTES = 6 * 1024
const gameDir = mkdtempSync(join(tmpdir(), 'playhub-sdk-'))
const outDir = join(gameDir, 'node_modules/@playhub/game-sdk')

beforeAll(() => buildSdk({ outDir }))
afterAll(() => rmSync(gameDir, { recursive: true }))

test.each(['index.js', 'playhub-sdk.js'])('%s fits the budget', (file) => {
  expect(brotliCompressSync(readFileSync(join(outDir, file))).length).toBeLessThan(BUDGET_BYTES)
})

test('the published module needs nothing else and tells its version', async () => {
  const manifest = JSON.parse(readFileSync(join(outDir, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name: '@playhub/game-sdk', version: SDK_VERSION })
  expect(manifest.dependencies ?? manifest.devDependencies).toBeUndefined()
  const sdk = await import(/* @vite-ignore */ join(outDir, 'index.js'))
  expect(Object.keys(sdk).sort()).toEqual(['PlayhubError', 'SDK_VERSION', 'connect'])
})

test('a strict TypeScript game compiles against the published types', () => {
  writeFileSync(
    join(gameDir, 'game.ts'),
    `import { connect, PlayhubError, type Purchase } from '@playhub/game-sdk'
     const hub = await connect({ local: { catalog: [{ id: 'gems-100' }] } })
     const outcome = await hub.purchase({ itemId: 'gems-100' })
     const bought: Purchase | null = outcome.status === 'paid' ? outcome.purchase : null
     // @ts-expect-error a game never names a price
     await hub.purchase({ itemId: 'gems-100', price: 1 })
     export const codeOf = (error: unknown) => (error instanceof PlayhubError && error.code === 'BUSY' ? bought : null)`,
  )
  const options = {
    strict: true,
    noEmit: true,
    module: 'ESNext',
    moduleResolution: 'Bundler',
    target: 'ES2022',
  }
  const compilerOptions = { ...options, lib: ['ES2022', 'DOM'], types: [], skipLibCheck: false }
  writeFileSync(join(gameDir, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['game.ts'] }))
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
  execFileSync(process.execPath, [tsc, '--project', gameDir], { encoding: 'utf8' })
})
