import { statSync } from 'node:fs'
import { join } from 'node:path'
import { unescape as decode } from 'node:querystring'

export type MissingFile = { field: (string | number)[]; path: string }

/** What a text of the operator's names below `main_images` or `static_files` although no such file is there. */
export function missingFiles(dir: string, value: unknown, field: MissingFile['field'] = []): MissingFile[] {
  if (typeof value === 'string')
    return isNameOfFile(value) && !isThere(dir, value) ? [{ field, path: value }] : []
  if (Array.isArray(value))
    return value.flatMap((entry, place) => missingFiles(dir, entry, [...field, place]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => missingFiles(dir, entry, [...field, key]))
}

const isNameOfFile = (text: string) => /^\/(main_images|static_files)\/\S+$/.test(text)

/** A browser is given the path as an address: it may have a query behind it and escapes in it. */
function isThere(dir: string, path: string): boolean {
  const { pathname } = new URL(path, 'http://content')
  return statSync(join(dir, decode(pathname)), { throwIfNoEntry: false })?.isFile() ?? false
}
