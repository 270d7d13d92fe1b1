/** Game portals whose SDK the hub replaces, so that a build made for them runs unchanged. */
export const portalSdks = ['yandex', 'crazygames', 'poki', 'playgama', 'gamedistribution'] as const
export type PortalSdk = (typeof portalSdks)[number]

export const portalNames: Record<PortalSdk, string> = {
  yandex: 'Yandex Games',
  crazygames: 'CrazyGames',
  poki: 'Poki',
  playgama: 'Playgama',
  gamedistribution: 'GameDistribution',
}

type Warning = { code: string; values?: Record<string, unknown> | undefined }

/** The portal whose SDK a build loads, by the warning `PORTAL_SDK` of its checks. */
export function findPortalSdk(warnings: readonly Warning[]): PortalSdk | undefined {
  const warning = warnings.find(({ code }) => code === 'PORTAL_SDK')
  return portalSdks.find((sdk) => sdk === warning?.values?.compat)
}

/** `platform` is what Playgama's SDK says it runs on: games take their ids and options by it. */
export type Compat = { sdk: PortalSdk; platform?: string | undefined }

/** Scripts that the hub serves: a replacement for each SDK, and the one with which the checker watches their use. */
export const compatScriptNames = [...portalSdks, 'watch'] as const

/** Addresses of a portal's SDK in script tags, without regard to case. */
export const portalScripts: Record<PortalSdk, RegExp> = {
  // Yandex serves its SDK beside each game, too.
  yandex:
    /^(?:https?:)?\/\/(?:yandex\.[a-z.]+\/games\/sdk\/|sdk\.games\.s3\.yandex\.net\/)|^(?![a-z]+:|\/\/)(?:[^?#]*\/)?sdk\.js(?:[?#]|$)/i,
  crazygames: /^(?:https?:)?\/\/sdk\.crazygames\.com\//i,
  poki: /^(?:https?:)?\/\/game-cdn\.poki\.com\/scripts\//i,
  // Teams copy it into their build, and CDNs have its releases.
  playgama:
    /^(?:https?:)?\/\/bridge\.playgama\.com\/|playgama-bridge[^/?#]*\.js|instant-games-bridge[^?#]*\.js/i,
  gamedistribution: /^(?:https?:)?\/\/html5\.api\.gamedistribution\.com\//i,
}

/**
 * Yandex opens games with this fragment, by which those made for several portals know that they are there. Others are
 * known by their host alone.
 */
export function addPortalFragment(url: string, sdk: PortalSdk | undefined, project: string): string {
  if (sdk !== 'yandex' || url.includes('#')) return url
  return `${url}#${new URLSearchParams({ origin: 'https://yandex.ru', 'app-id': project })}`
}

/** Where the hub gives the boot script the replacement, as a global that the boot script deletes. */
export const compatGlobal = '__playhubCompat'
/** `pattern` is the source of one of `portalScripts`. */
export type CompatScript = { url: string; pattern: string }
