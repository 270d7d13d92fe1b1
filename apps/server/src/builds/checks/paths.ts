import { isJunk } from './content.ts'
import type { Problems } from './problems.ts'

const maxPathBytes = 240
const maxFolders = 20
const reservedName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Checks each path by itself. @returns the safe paths */
export function checkPath(path: string, problems: Problems): boolean {
  const code = findPathProblem(path)
  if (code) problems.add(code, path)
  return code === undefined
}

function findPathProblem(path: string) {
  if (/^\/|^[a-z]:|^\\/i.test(path)) return 'PATH_UNSAFE'
  const segments = path.split('/')
  if (path.split(/[/\\]/).some((segment) => segment === '..' || segment === '.')) return 'PATH_UNSAFE'
  if (segments.some((segment) => segment === '')) return 'PATH_UNSAFE'
  if (/[\\:]|\p{Cc}|\p{Cs}/u.test(path)) return 'PATH_CHARACTER'
  if (segments.some((segment) => /[. ]$/.test(segment) || reservedName.test(segment))) return 'PATH_NAME'
  if (Buffer.byteLength(path) > maxPathBytes || segments.length > maxFolders) return 'PATH_TOO_LONG'
  return undefined
}

/** Checks for colliding paths, junk aside, on a file system blind to case and the form of accents. */
export function checkTwins(paths: readonly string[], folders: readonly string[], problems: Problems): void {
  const files = paths.filter((path) => !isJunk(path))
  const known = new Set<string>()
  for (const path of files) {
    const folded = fold(path)
    if (known.has(folded)) problems.add('PATH_TWICE', path)
    known.add(folded)
  }
  const parents = new Set(folders.map(fold))
  for (const path of files)
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      parents.add(fold(path.slice(0, at)))
  for (const path of files) if (parents.has(fold(path))) problems.add('PATH_FILE_AND_FOLDER', path)
}

const fold = (path: string) => path.normalize('NFC').toLowerCase()
