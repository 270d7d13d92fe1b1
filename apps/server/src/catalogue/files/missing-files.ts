import { unescape as decodePath } from 'node:querystring'
import type { ContentFolder } from './content-folder.ts'

export type MissingFile = { field: (string | number)[]; path: string }
type Files = ContentFolder['files']

/** Finds missing paths below `main_images` and `static_files` in a parsed file. */
export function missingFiles(files: Files, value: unknown, field: MissingFile['field'] = []): MissingFile[] {
  if (typeof value === 'string') {
    const file = toFilePath(value)
    return file !== undefined && !files.has(file) ? [{ field, path: value }] : []
  }
  if (Array.isArray(value))
    return value.flatMap((entry, index) => missingFiles(files, entry, [...field, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => missingFiles(files, entry, [...field, key]))
}

/**
 * The path below the content folder that a value names, which is a URL for browsers: it may contain escapes, a query and a
 * fragment.
 * @returns undefined for other texts
 */
export function toFilePath(value: string): string | undefined {
  if (!/^\/(main_images|static_files)\/\S+$/.test(value)) return undefined
  return decodePath(new URL(value, 'http://content').pathname).slice(1)
}
