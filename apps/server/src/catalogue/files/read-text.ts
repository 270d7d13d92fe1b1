import { type ContentFolder, displayPath } from './content-folder.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * A file's text, without a byte order mark. Adds bytes that are not UTF-8 to `issues`.
 * @returns  undefined when there is no such file, or its bytes are no text
 */
export function readText(folder: ContentFolder, path: string, issues: string[]): string | undefined {
  const bytes = folder.files.get(path)
  if (!bytes) return undefined
  try {
    return utf8.decode(bytes)
  } catch {
    issues.push(`${displayPath(folder, path)}: is not valid UTF-8: save the file in UTF-8`)
    return undefined
  }
}
