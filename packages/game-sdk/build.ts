/**
 * Builds what is published, into `dist`: an ES module, a script for a plain `<script>` tag (global `Playhub`), the
 * types, and a manifest of its own, because inside this workspace the package is its TypeScript source.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const entry = join(here, 'src/index.ts')

export interface BuildOptions {
  outDir?: string
}

export async function buildSdk({ outDir = join(here, 'dist') }: BuildOptions = {}): Promise<void> {
  rmSync(outDir, { recursive: true, force: true })
  await bundle(outDir, 'es', 'index.js')
  await bundle(outDir, 'iife', 'playhub-sdk.js')
  writeTypes(outDir)
  writeManifest(outDir)
  cpSync(join(here, 'README.md'), join(outDir, 'README.md'))
  cpSync(join(here, '../../LICENSE'), join(outDir, 'LICENSE'))
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

/** Flattens the declarations of the SDK and of the shapes it shares with the hub into one folder. */
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
