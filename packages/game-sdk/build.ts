/**
 * Builds the published package into `dist`: an ES module, a script for a `<script>` tag (global `Playhub`), the types,
 * and a manifest. The workspace's own package.json points at the TypeScript source.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const entry = join(here, 'src/index.ts')
/** The script delays the first frame of every game. */
const BUDGET_BYTES = 6 * 1024

export interface BuildOptions {
  outDir?: string
  /** Size limit of each script after brotli compression. */
  budgetBytes?: number
}

/** @throws Error when a script exceeds its size budget. */
export async function buildSdk(options: BuildOptions = {}): Promise<void> {
  const { outDir = join(here, 'dist'), budgetBytes = BUDGET_BYTES } = options
  rmSync(outDir, { recursive: true, force: true })
  await bundle(outDir, 'es', 'index.js')
  await bundle(outDir, 'iife', 'playhub-sdk.js')
  for (const script of ['index.js', 'playhub-sdk.js']) checkSize(join(outDir, script), budgetBytes)
  writeTypes(outDir)
  writeManifest(outDir)
  for (const file of ['README.md', 'CHANGELOG.md', '../../LICENSE']) copyIfExists(file, outDir)
}

async function bundle(outDir: string, format: 'es' | 'iife', fileName: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify: 'oxc',
      lib: { entry, formats: [format], name: 'Playhub', fileName: () => fileName },
    },
  })
}

function checkSize(script: string, budgetBytes: number): void {
  const bytes = brotliCompressSync(readFileSync(script)).length
  if (bytes > budgetBytes)
    throw new Error(`${basename(script)} is ${bytes} bytes in brotli; ${budgetBytes} are allowed`)
}

/** Writes the declarations of the SDK and of the contract types that it uses into one flat folder. */
function writeTypes(outDir: string): void {
  const rawDir = join(outDir, '.raw-types')
  const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))
  const flags = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', rawDir]
  const project = ['--project', join(here, 'tsconfig.build.json')]
  execFileSync(process.execPath, [tsc, ...project, ...flags], { stdio: 'inherit' })
  const typesDir = join(outDir, 'types')
  mkdirSync(typesDir)
  for (const file of readdirSync(rawDir, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const text = readFileSync(join(rawDir, file), 'utf8')
    writeFileSync(join(typesDir, basename(file)), toPublishedImports(text))
  }
  rmSync(rawDir, { recursive: true })
}

function toPublishedImports(declarations: string): string {
  return declarations
    .replaceAll(/'@playhub\/contract\/([a-z-]+)'|"@playhub\/contract\/([a-z-]+)"/g, "'./$1$2.js'")
    .replaceAll(/(['"])(\.\/[a-z-]+)\.ts\1/g, "'$2.js'")
}

/** The changelog does not exist before the first release. */
function copyIfExists(file: string, outDir: string): void {
  const source = join(here, file)
  if (existsSync(source)) cpSync(source, join(outDir, basename(file)))
}

function writeManifest(outDir: string): void {
  const { scripts, devDependencies, publishConfig, ...manifest } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  )
  const published = {
    ...manifest,
    exports: {
      '.': { types: './types/index.d.ts', default: './index.js' },
      './playhub-sdk.js': './playhub-sdk.js',
    },
    types: './types/index.d.ts',
    unpkg: './playhub-sdk.js',
    jsdelivr: './playhub-sdk.js',
  }
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

if (import.meta.main) await buildSdk()
