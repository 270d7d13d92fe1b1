import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const content = new URL('../../../../content', import.meta.url).pathname

/** The demo content with lines of some projects changed; it ends with the test. @returns  its folder */
export function copyContent(changes: Record<string, (yaml: string) => string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-content-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  cpSync(content, dir, { recursive: true })
  for (const [project, change] of Object.entries(changes)) {
    const file = join(dir, 'projects', `${project}.yaml`)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  return dir
}
