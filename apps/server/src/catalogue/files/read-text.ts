import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { type ContentFolder, displayPath } from './content-folder.ts'
import { toRule } from './content-rule.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A file's text, without a byte order mark. Adds invalid UTF-8 to `issues`.
 * @returns  undefined without such a file, or for bytes without text
 */
export function readText(folder: ContentFolder, path: string, issues: ContentRule[]): string | undefined {
  const bytes = folder.files.get(path)
  if (!bytes) return undefined
  try {
    return utf8.decode(bytes)
  } catch {
    issues.push(toRule('encoding', { place: displayPath(folder, path) }))
    return undefined
  }
}
