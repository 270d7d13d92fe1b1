import type { GameHosting } from '../platform/game-hosting.ts'

/** A request's site, and the rest of its URL. */
export type SiteRequest = {
  /** A project's id, or the label of a preview. */
  label: string
  /** Prefix of the site's paths: nothing, or `/islandm3` where all games share one origin. */
  base: string
  /** Begins with a slash; still encoded. */
  path: string
  /** Begins with the question mark, or is empty. */
  search: string
}

/** Meaning of a site's path. */
export type Target =
  | { kind: 'start' }
  /** The build's file at the path; an empty one is its start page. */
  | { kind: 'versioned'; number: number; file: string }
  /** A root-absolute path such as `/assets/main.js`, as many tools write them. */
  | { kind: 'unversioned'; file: string }
  /** The hub's replacement of a portal's SDK. */
  | { kind: 'compat'; sdk: string }

const firstSegment = /^\/([a-z0-9][a-z0-9-]*)(\/.*)?$/
const compatPath = /^\/__playhub\/compat\/([a-z]+)\.js$/
const versionedPath = /^\/v\/([1-9]\d{0,8})(?:\/(.*))?$/s

/** @returns  undefined when the host or the path belongs to no site */
export function findSite(
  hosting: GameHosting,
  host: string | undefined,
  url: string,
): SiteRequest | undefined {
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const search = queryAt === -1 ? '' : url.slice(queryAt)
  if (hosting.kind === 'own-origins') {
    const label = findLabel(hosting.host, host)
    return label === undefined ? undefined : { label, base: '', path, search }
  }
  if (dropPort(host ?? '').toLowerCase() !== new URL(hosting.origin).hostname) return undefined
  const [, label, rest] = firstSegment.exec(path) ?? []
  return label === undefined ? undefined : { label, base: `/${label}`, path: rest ?? '/', search }
}

/** The name before the games' host. Ports are not compared: a proxy or a container may map them. */
function findLabel(gamesHost: string, host: string | undefined): string | undefined {
  const suffix = `.${dropPort(gamesHost)}`
  const name = dropPort(host ?? '').toLowerCase()
  const label = name.endsWith(suffix) ? name.slice(0, -suffix.length) : ''
  return label === '' || label.includes('.') ? undefined : label
}

function dropPort(host: string): string {
  return host.replace(/:\d+$/, '')
}

/**
 * Files are looked up in a build's manifest and nowhere else, so no path leads out of it.
 * @returns  undefined when the path is not validly encoded
 */
export function parseTarget(path: string): Target | undefined {
  if (path === '/') return { kind: 'start' }
  const [, sdk] = compatPath.exec(path) ?? []
  if (sdk !== undefined) return { kind: 'compat', sdk }
  const [, number, encoded] = versionedPath.exec(path) ?? []
  const file = decodePath(number === undefined ? path.slice(1) : (encoded ?? ''))
  if (file === undefined) return undefined
  return number === undefined
    ? { kind: 'unversioned', file }
    : { kind: 'versioned', number: Number(number), file }
}

/** Manifests hold paths in NFC. */
function decodePath(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded).normalize('NFC')
  } catch {
    return undefined
  }
}

/** The version of the requesting page or file, from its `Referer`. */
export function findReferringVersion(
  referer: string | undefined,
  host: string | undefined,
  base: string,
): number | undefined {
  const url = referer === undefined ? null : URL.parse(referer)
  if (url?.hostname !== dropPort(host ?? '').toLowerCase() || !url.pathname.startsWith(`${base}/`))
    return undefined
  const [, number] = versionedPath.exec(url.pathname.slice(base.length)) ?? []
  return number === undefined ? undefined : Number(number)
}
