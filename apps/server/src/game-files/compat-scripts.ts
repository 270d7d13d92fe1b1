import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import {
  type Compat,
  type CompatScript,
  compatScriptNames,
  portalScripts,
} from '@playhub/contract/plays/portal-sdks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Page } from './pages/page-cache.ts'
import { sendPage } from './respond.ts'

/** Keyed by the replaced SDK. Empty before the SDK is built. */
export type CompatScripts = ReadonlyMap<string, Page>

const builtFolder = new URL('../../../../packages/game-sdk/dist/compat/', import.meta.url)

/** Reads the replacements of the portals' SDKs. */
export function readCompatScripts(folder = builtFolder): CompatScripts {
  const built = compatScriptNames.filter((sdk) => existsSync(new URL(`${sdk}.js`, folder)))
  return new Map(built.map((sdk) => [sdk, createCompatScript(readFileSync(new URL(`${sdk}.js`, folder)))]))
}

export function createCompatScript(content: Buffer): Page {
  const etag = createHash('sha256').update(content).digest('base64url').slice(0, 16)
  return { content, brotli: brotliCompressSync(content), contentType: 'text/javascript; charset=utf-8', etag }
}

/** @returns  undefined before the SDK is built: the page then loads the portal's own */
export function toCompatScript(
  { sdk, platform }: Compat,
  scripts: CompatScripts,
  base: string,
): CompatScript | undefined {
  const script = scripts.get(sdk)
  if (!script) return undefined
  const query = new URLSearchParams({ v: script.etag, ...(platform && { platform }) })
  return { url: `${base}/__playhub/compat/${sdk}.js?${query}`, pattern: portalScripts[sdk].source }
}

/** Yandex serves its SDK at this name beside each game, also when the build has a file of the name. */
export const isYandexPath = (file: string): boolean => /(?:^|\/)sdk\.js$/.test(file)

/** @returns  undefined when there is no such script */
export function sendCompatScript(
  request: FastifyRequest,
  reply: FastifyReply,
  script: Page | undefined,
): FastifyReply | undefined {
  if (!script) return undefined
  const isExact = new URLSearchParams(request.url.split('?')[1]).get('v') === script.etag
  return sendPage(request, reply, script, isExact ? 'public, max-age=31536000, immutable' : 'no-cache')
}
