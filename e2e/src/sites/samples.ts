/** Code samples in docs/integrate.md. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../environment/environment.ts'

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

const block = /^```\w+ title="([\w.]+)"\n(.*?)^```/gms
const samples = new Map(
  [...readText('docs/integrate.md').matchAll(block)].map(([, title = '', text = '']) => [title, text]),
)
const used = new Set<string>()

export function sample(title: string): string {
  const text = samples.get(title)
  if (text === undefined) throw new Error(`docs/integrate.md has no sample ${title}`)
  used.add(title)
  return text
}

/** Samples unused by every test, including those without a title. */
export function unusedSamples(): string[] {
  const fences = readText('docs/integrate.md').match(/^```\w.*$/gm) ?? []
  return fences.filter((fence) => !used.has(/title="([\w.]+)"/.exec(fence)?.[1] ?? ''))
}

/** Imports a sample as a file below node_modules, where it finds its packages. */
export async function importSample<T>(title: string): Promise<T> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'integrate-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, title)
  writeFileSync(file, sample(title))
  return (await import(pathToFileURL(file).href)) as T
}
