import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  compressAll,
  getFileSize,
  formatKilobytes as kb,
  listFiles,
  type Sizes,
} from '@playhub/ui/build/client-files.ts'
import { build, type Manifest } from 'vite'
import { criticalRules } from './critical-rules.ts'
import type { Asset, AssetManifest } from './src/lib/page/asset-manifest.ts'
import { clientBuild, type Release, serverBuild, serviceWorkerBuild } from './vite.config.ts'

/** The server loads the build from here. */
const webDist = fileURLToPath(new URL('./dist/', import.meta.url))
/** Sources of `@playhub/ui`, as Vite's manifest names them. */
const ui = '../../packages/ui/src'

/** Compressed script size in bytes (design §9), pages in the language with the largest messages. */
const BUDGET = { beforePaint: 3 * 1024, catalogue: 131.5 * 1024, game: 140.5 * 1024 }
/** Files a page loads by itself, without `entry-client.tsx`. */
const pageSources = {
  catalogue: ['src/catalogue/catalogue-page.tsx'],
  game: ['src/catalogue/game-page.tsx'],
}

/**
 * Builds the web app's client and server bundle, with compressed copies and `assets.json` beside them.
 * @param dist  A folder path with a trailing slash.
 */
export async function buildWeb(dist = webDist): Promise<void> {
  await build({ ...clientBuild(dist), configFile: false, logLevel: 'warn' })
  const client = `${dist}client/`
  const [sizes] = await Promise.all([
    compressAll(client),
    build({ ...serverBuild(dist), configFile: false, logLevel: 'warn' }),
  ])
  const manifest: Manifest = JSON.parse(await readFile(`${client}.vite/manifest.json`, 'utf8'))
  const assets = await describeAssets(client, manifest, sizes)
  await writeFile(`${dist}assets.json`, JSON.stringify(assets, null, 2))
  const worker = serviceWorkerBuild(dist, describeRelease(manifest, assets, sizes))
  await build({ ...worker, configFile: false, logLevel: 'warn' })
  report(manifest, sizes)
}

async function describeAssets(client: string, manifest: Manifest, sizes: Sizes): Promise<AssetManifest> {
  const text = (source: string) => readFile(`${client}${chunk(manifest, source).file}`, 'utf8')
  const asset = (file: string): Asset => ({ url: `/${file}`, ...getFileSize(sizes, file) })
  const font = (name: string) => `/${chunk(manifest, `${ui}/styles/fonts/${name}.woff2`).file}`
  const entry = chunk(manifest, 'src/entry-client.tsx')
  return {
    boot: asset(chunk(manifest, 'src/boot.ts').file),
    client: { ...asset(entry.file), imports: listStaticImports(manifest, 'src/entry-client.tsx') },
    css: listStylesheets(manifest, 'src/entry-client.tsx').map(asset),
    fontFacesCss: await text(`${ui}/styles/fonts.css`),
    criticalRules: criticalRules(await text('src/styles/critical.css')),
    fonts: {
      cyrillic: { text: font('onest-cyrillic'), headings: font('unbounded-cyrillic-700') },
      latin: { text: font('onest-latin'), headings: font('unbounded-latin-700') },
    },
  }
}

/** The shell's files let any page open offline, if only to report the missing connection. */
function describeRelease(manifest: Manifest, { client, css, fonts }: AssetManifest, sizes: Sizes): Release {
  const scripts = listFiles(manifest, ['src/boot.ts', 'src/entry-client.tsx', `${ui}/feedback/toaster.tsx`])
  const fontUrls = Object.values(fonts).flatMap(({ text, headings }) => [text, headings])
  return {
    id: createHash('sha256')
      .update([...sizes.keys()].sort().join())
      .digest('hex')
      .slice(0, 12),
    clientUrl: client.url,
    shellFiles: [...[...scripts].map((file) => `/${file}`), ...css.map(({ url }) => url), ...fontUrls],
  }
}

function chunk(manifest: Manifest, source: string): Manifest[string] {
  const found = manifest[source]
  if (!found) throw new Error(`The web build has no chunk for ${source}`)
  return found
}

/** Returns an entry's static imports, without the entry itself. */
function listStaticImports(manifest: Manifest, source: string): string[] {
  const [, ...imports] = listFiles(manifest, [source])
  return imports.map((file) => `/${file}`)
}

/** Returns the stylesheets for an entry and its static imports. */
function listStylesheets(manifest: Manifest, source: string): string[] {
  const files = listFiles(manifest, [source])
  return Object.values(manifest).flatMap((entry) => (files.has(entry.file) ? (entry.css ?? []) : []))
}

function report(manifest: Manifest, sizes: Sizes): void {
  const total = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + getFileSize(sizes, file).brotliBytes, 0)
  const sources = Object.keys(manifest)
  const messages = sources.filter((source) => /i18n\/\w+\/shared\.ts$/.test(source))
  const messageBytes = Math.max(...messages.map((source) => total(listFiles(manifest, [source]))))
  const measurePage = (page: string[]) =>
    total(listFiles(manifest, ['src/boot.ts', 'src/entry-client.tsx', ...page])) + messageBytes
  const scripts = {
    beforePaint: total(listFiles(manifest, ['src/boot.ts'])),
    catalogue: measurePage(pageSources.catalogue),
    game: measurePage(pageSources.game),
  }
  const css = total(listStylesheets(manifest, 'src/entry-client.tsx'))
  console.log(
    `web: ${kb(scripts.beforePaint)} of JavaScript before paint, ${kb(scripts.catalogue)} on the catalogue, ${kb(scripts.game)} on a game's page, ${kb(css)} of CSS (brotli)`,
  )
  for (const part of ['beforePaint', 'catalogue', 'game'] as const) {
    if (scripts[part] > BUDGET[part]) throw new Error(`More than ${kb(BUDGET[part])} of script: ${part}`)
  }
}

if (import.meta.main) await buildWeb(process.argv[2])
