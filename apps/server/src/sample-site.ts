import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The site of the sample games, which `npm run build` builds. */
export const builtSite = fileURLToPath(new URL('../../../games/dist/', import.meta.url))

/** The site of the samples shares assets between the games; a build has its own. */
export function writeSample(project: string, folder: string, site = builtSite): void {
  const assets = join(site, 'assets')
  const page = readFileSync(join(site, project, 'index.html'), 'utf8').replaceAll('../assets/', 'assets/')
  writeFileSync(join(folder, 'index.html'), page)
  for (const name of listUsedAssets(page, assets)) cpSync(join(assets, name), join(folder, 'assets', name))
}

/** Those whose names the page or a used asset contains. Names have a hash, so nothing else contains them. */
function listUsedAssets(page: string, folder: string): Set<string> {
  const known = readdirSync(folder)
  const used = new Set<string>()
  const texts = [page]
  for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
    for (const name of known) {
      if (used.has(name) || !text.includes(name)) continue
      used.add(name)
      if (/\.(js|css|svg)$/.test(name)) texts.push(readFileSync(join(folder, name), 'utf8'))
    }
  }
  return used
}
