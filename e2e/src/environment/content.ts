import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A copy of the repository's content, free to change. */
export type Content = {
  dir: string
  /** Changes a project's file, or copies it under the name `as`. */
  project(id: string, change: (yaml: string) => string, as?: string): void
}

export function copyContent(): Content {
  const dir = temporaryFolder('content')
  cpSync(fileURLToPath(new URL('../../../content', import.meta.url)), dir, { recursive: true })
  const getProjectFile = (id: string) => join(dir, `projects/${id}.yaml`)
  return {
    dir,
    project: (id, change, as = id) =>
      writeFileSync(getProjectFile(as), change(readFileSync(getProjectFile(id), 'utf8'))),
  }
}

/** Item ids are unique, so a copied project sells none. */
export const withoutItems = (yaml: string) => yaml.replace(/^items:[\s\S]*?^(?=game:)/m, '')

/** The adults-only game outside the catalogue. */
export const singleProject = 'nightcity'

/** Lists an item without selling it. */
export function switchOffItem({ project }: Content, id: string, itemId: string): void {
  project(id, (yaml) => yaml.replace(`- id: ${itemId}`, `- id: ${itemId}\n    isActive: false`))
}

const temporaryFolders: string[] = []
process.once('exit', () => {
  for (const folder of temporaryFolders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** A folder deleted when this process exits. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `playhub-${name}-`))
  temporaryFolders.push(folder)
  return folder
}
