import type { Problems } from './problems.ts'

const junk =
  /(^|\/)(__MACOSX|\.git|\.svn|node_modules|\.idea|\.vscode)(\/|$)|(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$|\.psd$/i
const forbidden =
  /\.(php\d?|phtml|asp|aspx|jsp|cgi|pem)$|(^|\/)(\.htaccess|\.htpasswd|web\.config|\.env[^/]*|id_rsa[^/]*)$/i
/** The hub's own paths on the origin of a game. */
const reserved = /^(__playhub|v)\//i

/** Paths in the build by path in the upload. */
export type Placement = { from: string; to: string }

export const isJunk = (path: string) => junk.test(path)

/**
 * Decides which of the uploaded files make the build: without junk, without a folder around everything, with
 * `index.html` at the root.
 */
export function placeFiles(
  paths: readonly string[],
  { problems, warnings, maxFiles }: { problems: Problems; warnings: Problems; maxFiles: number },
): Placement[] {
  const kept = paths.filter((path) => !isJunk(path))
  const dropped = paths.find(isJunk)
  if (dropped !== undefined) warnings.add('JUNK_DROPPED', dropped, { count: paths.length - kept.length })
  if (kept.length > maxFiles) problems.add('FILES_TOO_MANY', null, { limit: maxFiles })
  const wrapper = findWrapper(kept)
  // macOS lists decomposed accents; requests are looked up in NFC.
  const placed = kept.map((from) => ({ from, to: from.slice(wrapper.length).normalize('NFC') }))
  nameStartPage(placed, problems, warnings)
  for (const { from, to } of placed) {
    if (forbidden.test(to)) problems.add('FILE_FORBIDDEN', from)
    if (reserved.test(to)) problems.add('PATH_RESERVED', from)
  }
  return placed
}

/** `game/` when every file is in this folder and the start page is not at the root. */
function findWrapper(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  // A build consisting of the hub's own folder is refused instead.
  const isWrapper = folder !== '' && !reserved.test(folder) && paths.every((path) => path.startsWith(folder))
  return isWrapper ? folder : ''
}

function nameStartPage(placed: Placement[], problems: Problems, warnings: Problems): void {
  if (placed.some(({ to }) => to === 'index.html')) return
  const pages = placed.filter(({ to }) => /^[^/]+\.html?$/i.test(to))
  const [page] = pages
  if (!page || pages.length > 1) {
    problems.add('INDEX_MISSING')
    return
  }
  warnings.add('INDEX_RENAMED', page.to)
  page.to = 'index.html'
}
