import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build, type Manifest } from 'vite'
import type { Asset, AssetManifest } from './src/lib/asset-manifest.ts'
import { clientBuild, serverBuild } from './vite.config.ts'

const dist = fileURLToPath(new URL('./dist/', import.meta.url))
const client = `${dist}client/`
const compress = promisify(brotliCompress)

/** A stylesheet up to this size travels inside every page and saves a round trip. */
const INLINE_CSS_MAX_BROTLI_BYTES = 14 * 1024
/** What the budget of design §9 allows. */
const BUDGET = { beforePaint: 3 * 1024, catalogue: 130 * 1024 }

/** Builds both halves of the web client into `dist/`, with compressed copies and `dist/assets.json`. */
export async function buildWeb(): Promise<void> {
  await build({ ...clientBuild, configFile: false, logLevel: 'warn' })
  const sizes = compressAll()
  await build({ ...serverBuild, configFile: false, logLevel: 'warn' })
  const manifest = JSON.parse(await readFile(`${client}.vite/manifest.json`, 'utf8')) as Manifest
  const assets = await describeAssets(manifest, await sizes)
  await writeFile(`${dist}assets.json`, JSON.stringify(assets, null, 2))
  report(manifest, await sizes)
}

type Sizes = Map<string, { bytes: number; brotliBytes: number }>

/** Writes a `.br` beside everything that compresses. */
async function compressAll(): Promise<Sizes> {
  const names = await readdir(`${client}assets`)
  const entries = names.map(async (name) => {
    const path = `${client}assets/${name}`
    const content = await readFile(path)
    if (name.endsWith('.woff2'))
      return [`assets/${name}`, { bytes: content.length, brotliBytes: content.length }]
    const packed = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    await writeFile(`${path}.br`, packed)
    return [`assets/${name}`, { bytes: content.length, brotliBytes: packed.length }]
  })
  return new Map((await Promise.all(entries)) as [string, Asset][])
}

async function describeAssets(manifest: Manifest, sizes: Sizes): Promise<AssetManifest> {
  const asset = (file: string): Asset => ({ url: `/${file}`, ...sizeOf(sizes, file) })
  const font = (name: string) =>
    `/${[...sizes.keys()].find((file) => file.startsWith(`assets/${name}`)) ?? ''}`
  const entry = chunk(manifest, 'src/entry-client.tsx')
  return {
    boot: asset(chunk(manifest, 'src/boot.ts').file),
    client: asset(entry.file),
    css: await Promise.all((entry.css ?? []).map((file) => stylesheet(asset(file), file))),
    fonts: { ru: [font('onest-cyrillic')], en: [font('onest-latin-')] },
  }
}

async function stylesheet(asset: Asset, file: string): Promise<AssetManifest['css'][number]> {
  if (asset.brotliBytes > INLINE_CSS_MAX_BROTLI_BYTES) return asset
  const inline = (await readFile(client + file, 'utf8')).trim()
  return { ...asset, inline, sha256: createHash('sha256').update(inline).digest('base64') }
}

function chunk(manifest: Manifest, source: string): Manifest[string] {
  const found = manifest[source]
  if (!found) throw new Error(`The web build has no ${source}`)
  return found
}

function sizeOf(sizes: Sizes, file: string): { bytes: number; brotliBytes: number } {
  return sizes.get(file) ?? { bytes: 0, brotliBytes: 0 }
}

/** Everything the browser fetches for these sources, following static imports. */
function filesOf(manifest: Manifest, sources: string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    const entry = manifest[source]
    if (!entry || found.has(entry.file)) continue
    found.add(entry.file)
    filesOf(manifest, entry.imports ?? [], found)
  }
  return found
}

function report(manifest: Manifest, sizes: Sizes): void {
  const total = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + sizeOf(sizes, file).brotliBytes, 0)
  const boot = total(filesOf(manifest, ['src/boot.ts']))
  const catalogue = total(
    filesOf(manifest, [
      'src/boot.ts',
      'src/entry-client.tsx',
      'src/catalogue/catalogue-page.tsx',
      'src/i18n/ru/shared.ts',
    ]),
  )
  const css = total([...sizes.keys()].filter((file) => file.endsWith('.css')))
  console.log(
    `web: ${kb(boot)} before paint, ${kb(catalogue)} of JavaScript on the catalogue, ${kb(css)} of CSS (brotli)`,
  )
  if (boot > BUDGET.beforePaint)
    throw new Error(`More than ${kb(BUDGET.beforePaint)} of script before first paint`)
  if (catalogue > BUDGET.catalogue)
    throw new Error(`More than ${kb(BUDGET.catalogue)} of script on the catalogue`)
}

const kb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`

if (import.meta.main) await buildWeb()
