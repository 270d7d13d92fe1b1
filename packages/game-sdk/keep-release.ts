/**
 * Keeps the files of the current version in `released/<version>` and writes its address and hash into the samples. Runs
 * in `npm run release`, after `write-version.ts`.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildSdk } from './build.ts'

const here = (path: string) => new URL(path, import.meta.url)
const kept = ['playhub.js', 'playhub.mjs', 'local.mjs', 'playhub.d.ts', 'playhub-game-sdk.tgz']
const documents = ['README.md', '../../docs/integrate.md']

const { version, files } = await buildSdk()
const folder = here(`released/${version}/`)
if (existsSync(folder)) throw new Error(`Version ${version} is released already, and its files never change`)
mkdirSync(folder, { recursive: true })
for (const name of kept) cpSync(here(`dist/${name}`), new URL(name, folder))
cpSync(here('dist/compat/'), new URL('compat/', folder), { recursive: true })

const script = files.find(({ path }) => path === 'playhub.js')
for (const document of documents) {
  const text = readFileSync(here(document), 'utf8')
  const tag = `/sdk/${version}/playhub.js" integrity="${script?.integrity}"`
  const current = text
    .replace(/\/sdk\/[\d.]+\/playhub\.js" integrity="[^"]*"/, tag)
    .replace(/\/sdk\/[\d.]+\/playhub-game-sdk\.tgz/g, `/sdk/${version}/playhub-game-sdk.tgz`)
  writeFileSync(here(document), current)
}
