import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The site of the sample games, which `npm run build` builds. */
export const builtSite = fileURLToPath(new URL('../../../games/dist/', import.meta.url))

/** A game's files by path, as a build. */
export type SampleFiles = Map<string, Buffer>

/** The site shares assets between the games; a build has its own. */
export function readSample(project: string, site: string): SampleFiles {
  const page = readFileSync(join(site, project, 'index.html'), 'utf8').replaceAll('../assets/', 'assets/')
  return new Map([['index.html', Buffer.from(page)], ...readUsedAssets(page, join(site, 'assets'))])
}

/** Those whose names the page or a used asset contains. Names have a hash, so nothing else contains them. */
function readUsedAssets(page: string, folder: string): SampleFiles {
  const known = readdirSync(folder)
  const used: SampleFiles = new Map()
  const texts = [page]
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const name of known) {
      const path = `assets/${name}`
      if (used.has(path) || !text.includes(name)) continue
      const content = readFileSync(join(folder, name))
      used.set(path, content)
      if (/\.(js|css|svg)$/.test(name)) texts.push(content.toString())
    }
  }
  return used
}

/** Writes a team's upload folder. */
export function writeSample(files: SampleFiles, folder: string): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
