/** Which content folder entries are read, as `docs/operate/content.md` says. */
import { basename, dirname } from 'node:path'

/** Hidden files, and editors', file managers' and mounted volumes' own. */
const ignored = /^\.|~$|^#.*#$|\.sw[a-z]$|^(lost\+found|Thumbs\.db|desktop\.ini)$/i

/** The one rule for the reader and every folder watcher. @param path  A file's or a folder's. */
export function isIgnored(path: string): boolean {
  return path.split(/[\\/]/).some((name) => ignored.test(name))
}

const contentFolders = [
  /^$/,
  /^(projects|docs)$/,
  /^pages(\/[^/]+)?$/,
  /^languages(\/[^/]+)?$/,
  /^(main_images|static_files|schema)(\/|$)/,
]
const contentFiles = [
  /^hub\.yaml$/,
  /^projects\/[^/]+\.yaml$/,
  /^pages\/([^/]+\/)?[^/]+\.yaml$/,
  /^docs\/[^/]+\.md$/,
  /^languages\/[^/]+\/([^/]+\.json|font\.(ttf|otf))$/,
  /^(main_images|static_files|schema)\//,
]

/** Notes for those who edit the folder, such as `README.md`. They may lie anywhere. */
const notes = /^(readme|licen[cs]e|copying|notice|changelog|ofl)(\.(md|txt))?$/i

export const isNote = (path: string): boolean => notes.test(basename(path))

/** @param path  Below the content folder, with `/`; empty for the folder itself. */
export const isContentFolder = (path: string): boolean => contentFolders.some((rule) => rule.test(path))

export const isContentFile = (path: string): boolean =>
  isNote(path) || contentFiles.some((rule) => rule.test(path))

type Kind = { isFile(): boolean; isDirectory(): boolean }

/** Why nobody reads an entry, with what to do. */
export function unreadReason(path: string, kind: Kind): string {
  if (kind.isDirectory())
    return isContentFile(path) ? 'is a folder and must be a file' : `is read by nobody: ${moveIt}`
  if (!kind.isFile()) return 'is neither a file nor a folder'
  if (isContentFolder(path)) return 'is a file and must be a folder'
  const name = correctName(basename(path))
  const corrected = dirname(path) === '.' ? name : `${dirname(path)}/${name}`
  return isContentFile(corrected) ? `is read by nobody: rename it to ${name}` : `is read by nobody: ${moveIt}`
}

const moveIt = 'correct its name, or move it out of the content folder'

/** `game.YML` → `game.yaml`: the endings that are read. */
function correctName(name: string): string {
  return name.replace(/\.(ya?ml|md|markdown|json|ttf|otf)$/i, (ending) => {
    const lower = ending.toLowerCase()
    return { '.yml': '.yaml', '.markdown': '.md' }[lower] ?? lower
  })
}
