import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const demoContent = new URL('../../../../content', import.meta.url).pathname

/** Changes to projects' YAML, by project. */
export type ContentChanges = Record<string, (yaml: string) => string>

/** Copies the demo content with changes to some projects; the copy is deleted after the test. @returns  its folder */
export function copyContent(changes: ContentChanges): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-content-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  cpSync(demoContent, dir, { recursive: true })
  for (const [project, change] of Object.entries(changes)) {
    const file = join(dir, 'projects', `${project}.yaml`)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  return dir
}
