import { statSync } from 'node:fs'
import { join } from 'node:path'
import { unescape as decodePath } from 'node:querystring'

export type MissingFile = { field: (string | number)[]; path: string }

/** Finds paths below `main_images` and `static_files` in a parsed file that do not exist. */
export function missingFiles(dir: string, value: unknown, field: MissingFile['field'] = []): MissingFile[] {
  if (typeof value === 'string')
    return isFilePath(value) && !exists(dir, value) ? [{ field, path: value }] : []
  if (Array.isArray(value))
    return value.flatMap((entry, index) => missingFiles(dir, entry, [...field, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => missingFiles(dir, entry, [...field, key]))
}

const isFilePath = (text: string) => /^\/(main_images|static_files)\/\S+$/.test(text)

/** The path is a URL for browsers, so it may contain escapes, a query and a fragment. */
function exists(dir: string, path: string): boolean {
  const { pathname } = new URL(path, 'http://content')
  return statSync(join(dir, decodePath(pathname)), { throwIfNoEntry: false })?.isFile() ?? false
}
