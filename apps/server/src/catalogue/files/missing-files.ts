import { unescape as decodePath } from 'node:querystring'
import type { ContentFolder } from './content-folder.ts'

export type MissingFile = { field: (string | number)[]; path: string }
type Files = ContentFolder['files']

/** Finds paths below `main_images` and `static_files` in a parsed file that do not exist. */
export function missingFiles(files: Files, value: unknown, field: MissingFile['field'] = []): MissingFile[] {
  if (typeof value === 'string')
    return isFilePath(value) && !exists(files, value) ? [{ field, path: value }] : []
  if (Array.isArray(value))
    return value.flatMap((entry, index) => missingFiles(files, entry, [...field, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => missingFiles(files, entry, [...field, key]))
}

const isFilePath = (text: string) => /^\/(main_images|static_files)\/\S+$/.test(text)

/** The path is a URL for browsers, so it may contain escapes, a query and a fragment. */
function exists(files: Files, path: string): boolean {
  const { pathname } = new URL(path, 'http://content')
  return files.has(decodePath(pathname).slice(1))
}
