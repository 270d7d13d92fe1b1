/** Game portals whose SDK the hub replaces, so a build made for them runs unchanged. */
export const portalSdks = ['yandex', 'crazygames', 'poki', 'playgama', 'gamedistribution'] as const
export type PortalSdk = (typeof portalSdks)[number]

export const portalNames: Record<PortalSdk, string> = {
  yandex: 'Yandex Games',
  crazygames: 'CrazyGames',
  poki: 'Poki',
  playgama: 'Playgama',
  gamedistribution: 'GameDistribution',
}

/** `platform` is what Playgama's SDK says it runs on: games take their ids and options by it. */
export type Compat = { sdk: PortalSdk; platform?: string | undefined }

/**
 * Scripts served by the hub: a replacement for each SDK, the checker's watching one, and the one for IndexedDB in
 * memory.
 */
export const compatScriptNames = [...portalSdks, 'watch', 'memory'] as const

/** Addresses of a portal's SDK in script tags, without regard to case. */
export const portalScripts: Record<PortalSdk, RegExp> = {
  // Yandex serves its SDK beside each game, too.
  yandex:
    /^(?:https?:)?\/\/(?:yandex\.[a-z.]+\/games\/sdk\/|sdk\.games\.s3\.yandex\.net\/)|^(?![a-z]+:|\/\/)(?:[^?#]*\/)?sdk\.js(?:[?#]|$)/i,
  crazygames: /^(?:https?:)?\/\/sdk\.crazygames\.com\//i,
  poki: /^(?:https?:)?\/\/game-cdn\.poki\.com\/scripts\//i,
  // Teams copy it into their build, and CDNs have its releases. Plugins for engines add scripts such as `playgama-bridge-unity.js`.
  playgama:
    /^(?:https?:)?\/\/bridge\.playgama\.com\/|(?:playgama-bridge(?![\w.-]*-(?!min|v?\d)[a-z])[^/?#]*|instant-games-bridge(?![^?#]*-(?:unity|gm)\.js)[^?#]*)\.js/i,
  gamedistribution: /^(?:https?:)?\/\/html5\.api\.gamedistribution\.com\//i,
}

/**
 * Yandex opens games with this fragment, by which games for several portals recognise it. Others are known by their
 * host alone.
 */
export function addPortalFragment(url: string, sdk: PortalSdk | undefined, project: string): string {
  if (sdk !== 'yandex' || url.includes('#')) return url
  return `${url}#${new URLSearchParams({ origin: 'https://yandex.ru', 'app-id': project })}`
}

/** Global with the replacement for the boot script, which deletes it. */
export const compatGlobal = '__playhubCompat'
/** `pattern` is the source of one of `portalScripts`. */
export type CompatScript = { url: string; pattern: string }

/** The URL of the replacement tells it which one it replaces: SDKs have versions. */
export const toReplacement = ({ url }: CompatScript, original: string): string => `${url}#${original}`
