import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { type PortalSdk, portalNames, portalSdks } from '@playhub/contract/plays/portal-sdks'
import { isBrokenCompression } from '../unpacked-size.ts'
import type { Problems } from './problems.ts'

const inPages: Record<PortalSdk, RegExp> = {
  yandex: /yandex\.ru\/games\/sdk|['"]\.?\/sdk\.js['"]|YaGames\.init/,
  crazygames: /sdk\.crazygames\.com|CrazyGames\.SDK/,
  poki: /game-cdn\.poki\.com|PokiSDK\./,
  playgama: /bridge\.playgama\.com|playgama-bridge/,
  gamedistribution: /html5\.api\.gamedistribution\.com|gdsdk\./,
}

/** Libraries call the SDKs of many portals, so a script has to name where it loads one from. */
const inScripts: Record<PortalSdk, RegExp> = {
  yandex: /yandex\.[a-z]{2,3}\\?\/games\\?\/sdk|sdk\.games\.s3\.yandex\.net|YaGames\.init/,
  crazygames: /sdk\.crazygames\.com/,
  poki: /game-cdn\.poki\.com/,
  playgama: inPages.playgama,
  gamedistribution: /html5\.api\.gamedistribution\.com/,
}

/** A match is shorter. */
const overlapChars = 64
/** All scripts of a build, unpacked. */
const maxScriptBytes = 128 * 1024 * 1024

const find = (text: string, patterns: Record<PortalSdk, RegExp>) =>
  portalSdks.filter((sdk) => patterns[sdk].test(text))

export const isScript = (path: string) => /\.m?js(\.(gz|br|unityweb))?$/i.test(path)

/** Collects the portals whose SDK a build loads. Its scripts count when its pages load none. */
export function createPortalSearch() {
  const ofPages = new Set<PortalSdk>()
  const ofScripts = new Set<PortalSdk>()
  let bytesLeft = maxScriptBytes

  return {
    addPage(text: string): void {
      for (const sdk of find(text, inPages)) ofPages.add(sdk)
    },
    needsScripts: () => ofPages.size === 0 && bytesLeft > 0,
    async addScript(content: Readable, encoding: 'br' | 'gzip' | null): Promise<void> {
      let tail = ''
      const unpack = encoding && (encoding === 'br' ? createBrotliDecompress() : createGunzip())
      const search = async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          const text = tail + chunk.toString('latin1')
          for (const sdk of find(text, inScripts)) ofScripts.add(sdk)
          tail = text.slice(-overlapChars)
          bytesLeft -= chunk.length
          if (bytesLeft <= 0) return
        }
      }
      try {
        await (unpack ? pipeline(content, unpack, search) : pipeline(content, search))
      } catch (error) {
        if (bytesLeft > 0 && !isBrokenCompression(error)) throw error
      }
    },
    /**
     * Warns about the portal, or about all portals named by the scripts.
     * @returns  the build's portal; undefined when its scripts name several
     */
    finish(warnings: Problems): PortalSdk | undefined {
      const found = listFound(ofPages, ofScripts)
      const portal = found.map((sdk) => portalNames[sdk]).join(', ')
      if (found.length > 0) warnings.add('PORTAL_SDK', null, { portal, compat: found.join(' | ') })
      return found.length === 1 ? found[0] : undefined
    },
  }
}

function listFound(ofPages: Set<PortalSdk>, ofScripts: Set<PortalSdk>): PortalSdk[] {
  const first = portalSdks.find((sdk) => ofPages.has(sdk))
  if (first) return [first]
  // Playgama's bridge names every portal it runs on.
  return ofScripts.has('playgama') ? ['playgama'] : portalSdks.filter((sdk) => ofScripts.has(sdk))
}
