/**
 * Builds the published package into `dist`: an ES module, a script for a `<script>` tag (global `Playhub`), the types
 * and a manifest, and these as an npm archive; and beside them the boot script, and `index.json` with the size and hash of each script. The
 * workspace's own package.json points at the TypeScript source.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { sdkBrowsers, toBuildTarget } from '@playhub/contract/browsers/supported'
import { portalSdks } from '@playhub/contract/plays/portal-sdks'
import { dts } from 'rolldown-plugin-dts'
import { build, type InlineConfig, type Plugin } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const entry = join(here, 'src/index.ts')

/** Size limits after brotli compression: the scripts delay the first frame of every game. */
const budgets: Record<string, number> = {
  'playhub.mjs': 4.75 * 1024,
  'playhub.js': 4.75 * 1024,
  // Not loaded in a hub.
  'local.mjs': 4 * 1024,
  'boot.js': 2_700,
  'boot-storage.js': 2 * 1024,
  'boot-databases.js': 4 * 1024,
  'compat/memory.js': 13 * 1024,
}

/** Replacements of the SDKs of game portals, each with the SDK inside. */
const compatFiles = portalSdks.map((sdk) => `compat/${sdk}.js`)
/** In brotli, beyond the SDK. */
const compatBudgetBytes = 3_300

/** Files served by the hub, in the order of `index.json`. */
const files = [
  'playhub.js',
  'playhub.mjs',
  'local.mjs',
  'playhub.d.ts',
  'boot.js',
  'boot-storage.js',
  'boot-databases.js',
  ...compatFiles,
  'compat/watch.js',
  'compat/memory.js',
]

export interface SdkIndex {
  version: string
  files: SdkFile[]
}

export interface SdkFile {
  path: string
  /** Value of a script tag's `integrity` attribute. */
  integrity: string
  bytes: number
  brotliBytes: number
}

export interface BuildOptions {
  outDir?: string
  /** Size limit of every script after brotli compression, in place of each script's own. */
  budgetBytes?: number
}

/** @throws Error when a script exceeds its size budget. */
export async function buildSdk({
  outDir = join(here, 'dist'),
  budgetBytes,
}: BuildOptions = {}): Promise<SdkIndex> {
  rmSync(outDir, { recursive: true, force: true })
  await bundle(outDir, entry, 'es', 'playhub.mjs')
  await bundle(outDir, entry, 'iife', 'playhub.js')
  await bundle(outDir, join(here, 'src/local-transport.ts'), 'es', 'local.mjs')
  await bundle(outDir, join(here, 'src/boot/boot.ts'), 'iife', 'boot.js')
  await bundle(outDir, join(here, 'src/boot/boot-storage.ts'), 'iife', 'boot-storage.js')
  await bundle(outDir, join(here, 'src/boot/boot-databases.ts'), 'iife', 'boot-databases.js')
  for (const sdk of portalSdks)
    await bundle(outDir, join(here, 'src/compat/main.ts'), 'iife', `compat/${sdk}.js`, {
      plugins: [withoutSentences],
      define: { PORTAL_SDK: JSON.stringify(sdk) },
    })
  await bundle(outDir, join(here, 'src/watch/main.ts'), 'iife', 'compat/watch.js')
  await bundle(outDir, join(here, 'src/memory/main.ts'), 'iife', 'compat/memory.js')
  await bundleTypes(outDir)
  writeManifest(outDir)
  for (const file of ['README.md', 'CHANGELOG.md', '../../LICENSE']) copyIfExists(file, outDir)
  cpSync(join(here, 'bin'), join(outDir, 'bin'), { recursive: true })
  const index = createIndex(outDir)
  const sdkBytes = index.files.find(({ path }) => path === 'playhub.js')?.brotliBytes ?? 0
  for (const { path, brotliBytes } of index.files)
    checkSize(
      path,
      brotliBytes,
      budgetBytes ?? (compatFiles.includes(path) ? sdkBytes + compatBudgetBytes : budgets[path]),
    )
  packPackage(outDir)
  writeFileSync(join(outDir, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
  return index
}

async function bundle(
  outDir: string,
  source: string,
  format: 'es' | 'iife',
  fileName: string,
  options: Pick<InlineConfig, 'plugins' | 'define'> = {
    plugins: [keepLocalModeApart],
    define: { PORTAL_SDK: 'undefined' },
  },
): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ...options,
    build: {
      outDir,
      emptyOutDir: false,
      // Chrome 88 has all optional chaining but a rare case.
      target: toBuildTarget({ ...sdkBrowsers, chrome: 91 }),
      minify: 'oxc',
      lib: { entry: source, formats: [format], name: 'Playhub', fileName: () => fileName },
      // Vite keeps a module's spaces, for bundlers in need of none.
      rolldownOptions: { output: { minify: true, generatedCode: { symbols: false } } },
    },
  })
}

/** Local mode is a file beside the SDK, which loads it on demand. */
const keepLocalModeApart: Plugin = {
  name: 'keep-local-mode-apart',
  enforce: 'pre',
  resolveId: (source) => (source === './local-transport.ts' ? { id: './local.mjs', external: true } : null),
}

/** A portal's game reads codes. Only the reason for a missing hub is written to its console. */
const withoutSentences: Plugin = {
  name: 'without-sentences',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/bridge-protocol.ts')
      ? code.replace(/^ {2}(?!NO_HUB|ORIGIN_NOT_LISTED)[A-Z_]+:\s*(['"])[^\n]*\1,\n/gm, '')
      : null,
}

/** Writes the types of the SDK and of what it uses from the contract into one file. */
async function bundleTypes(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [dts({ generator: 'oxc', dtsOnly: true, tsconfig: false })],
    oxc: { exclude: [/\.js$/, /\.d\.[cm]?ts$/] },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      rolldownOptions: {
        input: { playhub: entry },
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: '[name].ts', chunkFileNames: '[name].ts' },
      },
    },
  })
  writeFileSync(
    join(outDir, 'playhub-global.d.ts'),
    "/** The global of the script tag. */\ndeclare const Playhub: typeof import('./playhub.js')\n",
  )
}

/** `npm pack` gives files a fixed time and owner, so equal files of equal mode make equal archives. */
function packPackage(outDir: string): void {
  for (const entry of readdirSync(outDir, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644)
  const folder = mkdtempSync(join(tmpdir(), 'playhub-pack-'))
  try {
    const args = ['pack', outDir, '--ignore-scripts', '--silent', '--pack-destination', folder]
    execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
    cpSync(join(folder, readdirSync(folder)[0] ?? ''), join(outDir, 'playhub-game-sdk.tgz'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function createIndex(outDir: string): SdkIndex {
  const { version } = readManifest()
  return { version, files: files.map((path) => describeFile(path, readFileSync(join(outDir, path)))) }
}

function describeFile(path: string, content: Buffer): SdkFile {
  return {
    path,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    bytes: content.length,
    brotliBytes: brotliCompressSync(content).length,
  }
}

function checkSize(path: string, brotliBytes: number, budgetBytes: number | undefined): void {
  if (budgetBytes !== undefined && brotliBytes > budgetBytes)
    throw new Error(`${path} is ${brotliBytes} bytes in brotli; ${budgetBytes} are allowed`)
}

/** The changelog does not exist before the first release. */
function copyIfExists(file: string, outDir: string): void {
  const source = join(here, file)
  if (existsSync(source)) cpSync(source, join(outDir, basename(file)))
}

const readManifest = () => JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

function writeManifest(outDir: string): void {
  const { scripts, devDependencies, publishConfig, ...manifest } = readManifest()
  const { directory, ...publishing } = publishConfig
  const published = {
    ...manifest,
    exports: {
      '.': { types: './playhub.d.ts', default: './playhub.mjs' },
      './playhub-sdk.js': { types: './playhub-global.d.ts', default: './playhub.js' },
    },
    types: './playhub.d.ts',
    unpkg: './playhub.js',
    jsdelivr: './playhub.js',
    files: ['playhub.js', 'playhub.mjs', 'local.mjs', 'playhub.d.ts', 'playhub-global.d.ts', 'CHANGELOG.md'],
    publishConfig: publishing,
  }
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

/** Prints a size and the hash of each file. */
export function describeSdk({ version, files }: SdkIndex): string {
  const lines = files.map(
    ({ path, brotliBytes, integrity }) =>
      `  ${path.padEnd(26)} ${String(brotliBytes).padStart(5)} B  ${integrity}`,
  )
  return [`Game SDK ${version}, in brotli:`, ...lines].join('\n')
}

if (import.meta.main) console.log(describeSdk(await buildSdk()))
