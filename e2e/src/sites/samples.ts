/** The samples of docs/integrate.md, as they stand there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

const block = /^```\w+ title="([\w.]+)"\n(.*?)^```/gms
const samples = new Map(
  [...readText('docs/integrate.md').matchAll(block)].map(([, title = '', text = '']) => [title, text]),
)
const taken = new Set<string>()

export function sample(title: string): string {
  const text = samples.get(title)
  if (text === undefined) throw new Error(`docs/integrate.md has no sample ${title}`)
  taken.add(title)
  return text
}

/** Samples, also those without a title, that no test has taken. */
export function untaken(): string[] {
  const fences = readText('docs/integrate.md').match(/^```\w.*$/gm) ?? []
  return fences.filter((fence) => !taken.has(/title="([\w.]+)"/.exec(fence)?.[1] ?? ''))
}

/** Imports samples as files of one folder, from where they find the packages that they name. */
export async function importSample<T>(title: string): Promise<T> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'integrate-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, title)
  writeFileSync(file, sample(title))
  return (await import(pathToFileURL(file).href)) as T
}
