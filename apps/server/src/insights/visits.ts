import type { VisitDevice } from '@playhub/contract/insights/limits'
import type { Visit } from '@playhub/contract/insights/visit'
import type { FastifyRequest } from 'fastify'
import { isbot, isbotNaive } from 'isbot'

/** Device, language and source under which a page or play is counted. */
export type Place = { device: VisitDevice; language: string; source: string }

/**
 * False for bots and for clients with Do Not Track or Global Privacy Control. A sandbox counts browsers without a window and scripts, too:
 * there they test games.
 */
export function mayCount({ headers }: Pick<FastifyRequest, 'headers'>, isSandbox: boolean): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false
  return !(isSandbox ? isbotNaive : isbot)(headers['user-agent'])
}

export function toPlace({ device, referrer }: Visit, language: string, ownHosts: readonly string[]): Place {
  return { device, language, source: toSource(referrer, ownHosts) }
}

const searchEngines =
  /^(google|bing|yandex|duckduckgo|baidu|ecosia|qwant|startpage|naver)\.[a-z]{2,3}(\.[a-z]{2})?$|^(ya\.ru|go\.mail\.ru|m\.baidu\.com|search\.(naver|brave|yahoo)\.com|[a-z]{2}\.search\.yahoo\.com)$/

function toSource(referrer: string, ownHosts: readonly string[]): string {
  if (referrer === '') return 'direct'
  if (ownHosts.includes(referrer)) return 'own'
  const host = referrer.replace(/^www\./, '').slice(0, maxHostLength)
  return searchEngines.test(host) ? 'search' : host
}

/** Longer names are made up. */
const maxHostLength = 100
