/**
 * URLs of uploaded games: each project at an origin of its own, or all at one origin when there is no wildcard host.
 */
export type GameHosting =
  | {
      kind: 'own-origins'
      /** `http:` or `https:`. */
      protocol: string
      /** Such as `games.example` or `games.localhost:3002`; projects are names below it. */
      host: string
    }
  | { kind: 'one-origin'; origin: string }

/** The origin of a project's game. */
export function toGameOrigin(hosting: GameHosting, project: string): string {
  return hosting.kind === 'own-origins' ? `${hosting.protocol}//${project}.${hosting.host}` : hosting.origin
}

/** The project's current version; a redirect leads to its start page. */
export function toGameUrl(hosting: GameHosting, project: string): string {
  const folder = hosting.kind === 'own-origins' ? '' : `${project}/`
  return `${toGameOrigin(hosting, project)}/${folder}`
}

/** A file of one build. The version is in the path, so an open game never mixes two versions. */
export function toBuildUrl(
  hosting: GameHosting,
  project: string,
  number: number,
  path = 'index.html',
): string {
  return `${toGameUrl(hosting, project)}v/${number}/${path}`
}
