import { type PortalSdk, portalNames, portalSdks } from '@playhub/contract/plays/portal-sdks'
import type { Problems } from './problems.ts'

/** Phones wait long for a game that is larger. */
const maxStartBytes = 30 * 1024 * 1024
/** How much of a page or script is searched. */
export const searchedBytes = 2 * 1024 * 1024

const portalPatterns: Record<PortalSdk, RegExp> = {
  yandex: /yandex\.ru\/games\/sdk|['"]\.?\/sdk\.js['"]|YaGames\.init/,
  crazygames: /sdk\.crazygames\.com|CrazyGames\.SDK/,
  poki: /game-cdn\.poki\.com|PokiSDK\./,
  playgama: /bridge\.playgama\.com|playgama-bridge/,
  gamedistribution: /html5\.api\.gamedistribution\.com|gdsdk\./,
}

export type InspectedFile = { path: string; sizeBytes: number }

/** Warns about what paths and sizes show. */
export function warnAboutFiles(files: readonly InspectedFile[], warnings: Problems): void {
  const map = files.find(({ path }) => /\.(js|css)\.map$/.test(path))
  if (map) warnings.add('SOURCE_MAP', map.path)
  const startBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  if (startBytes > maxStartBytes) warnings.add('START_LARGE', null, { sizeBytes: startBytes })
}

/** Pages are read; scripts name portals in their libraries as well. */
export const isSearched = (path: string) => /\.html?$/.test(path)

/** Warns about what a page or script contains. */
export function warnAboutText(path: string, text: string, warnings: Problems): void {
  if (/\.html?$/.test(path)) {
    const target = /\s(?:src|href)\s*=\s*["'](\/(?!\/|sdk(?:\.js|\/))[^"'\s]+)/i.exec(text)?.[1]
    if (target) warnings.add('ABSOLUTE_PATH', path, { target: target.slice(0, 100) })
    if (/GODOT_THREADS_ENABLED\s*=\s*true/.test(text)) warnings.add('THREADS_NEEDED', path)
    for (const compat of portalSdks)
      if (portalPatterns[compat].test(text))
        warnings.add('PORTAL_SDK', null, { portal: portalNames[compat], compat })
  }
}
