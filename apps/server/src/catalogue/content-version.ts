import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const textFiles = /\.(yaml|md|json)$/

/** Equal for equal content, on every machine: covers the texts, and the names and sizes of all other files. */
export function contentVersion(dir: string): string {
  const hash = createHash('sha256')
  for (const file of filesOf(readdirSync(dir, { recursive: true, encoding: 'utf8' }))) {
    const stats = statSync(join(dir, file), { throwIfNoEntry: false })
    if (!stats?.isFile()) continue
    hash.update(JSON.stringify([file.replaceAll('\\', '/'), stats.size]))
    if (textFiles.test(file)) hash.update(readFileSync(join(dir, file)))
  }
  return hash.digest('hex').slice(0, 12)
}

/** Changes with every write on this machine, without reading the files. */
export async function folderFingerprint(dir: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of filesOf(await readdir(dir, { recursive: true, encoding: 'utf8' }))) {
    const stats = await stat(join(dir, file)).catch(() => undefined)
    if (stats?.isFile()) hash.update(JSON.stringify([file, stats.size, stats.mtimeMs, stats.ino]))
  }
  return hash.digest('hex')
}

/** Without hidden files, such as those of editors and of mounted volumes. */
function filesOf(names: string[]): string[] {
  return names.filter((name) => !/(^|[\\/])\./.test(name)).sort()
}
