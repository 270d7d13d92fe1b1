/** Which content folder entries are read, as `docs/operate/content.md` says. */
import { basename, dirname } from 'node:path'
import type { ContentRule } from '@playhub/contract/operator/sentences/content'
import { toRule } from './content-rule.ts'

/** Below DATA_DIR: copies of versions that the database has. */
export const cacheFolderName = 'content-cache'

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
export function unreadReason(path: string, kind: Kind): ContentRule {
  if (kind.isDirectory()) return toRule(isContentFile(path) ? 'not-file' : 'unread')
  if (!kind.isFile()) return toRule('odd-kind')
  if (isContentFolder(path)) return toRule('not-folder')
  const name = correctName(basename(path))
  const corrected = dirname(path) === '.' ? name : `${dirname(path)}/${name}`
  return isContentFile(corrected) ? toRule('misnamed', { name }) : toRule('unread')
}

/** `game.YML` → `game.yaml`: the supported endings. */
function correctName(name: string): string {
  return name.replace(/\.(ya?ml|md|markdown|json|ttf|otf)$/i, (ending) => {
    const lower = ending.toLowerCase()
    return { '.yml': '.yaml', '.markdown': '.md' }[lower] ?? lower
  })
}
