import type { Problems } from './problems.ts'

/** Phones wait long for a larger game. */
const maxStartBytes = 30 * 1024 * 1024
/** Searched part of a page, in bytes. */
export const searchedBytes = 2 * 1024 * 1024

export type InspectedFile = { path: string; sizeBytes: number }

/** Warns about what paths and sizes show. */
export function warnAboutFiles(files: readonly InspectedFile[], warnings: Problems): void {
  const map = files.find(({ path }) => /\.(js|css)\.map$/.test(path))
  if (map) warnings.add('SOURCE_MAP', map.path)
  const startBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (startBytes > maxStartBytes) warnings.add('START_LARGE', null, { sizeBytes: startBytes })
}

export const isPage = (path: string) => /\.html?$/.test(path)

/** Warns about what a page contains. */
export function warnAboutPage(path: string, text: string, warnings: Problems): void {
  const target = /\s(?:src|href)\s*=\s*["'](\/(?!\/|sdk(?:\.js|\/))[^"'\s]+)/i.exec(text)?.[1]
  if (target) warnings.add('ABSOLUTE_PATH', path, { target: target.slice(0, 100) })
  if (/GODOT_THREADS_ENABLED\s*=\s*true/.test(text)) warnings.add('THREADS_NEEDED', path)
}
