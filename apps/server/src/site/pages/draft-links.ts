import { createHmac, timingSafeEqual } from 'node:crypto'
import { type InterfaceLanguage, isRecognisedLanguage, type OfferedLanguages } from '@playhub/contract'
import type { OfferAudience } from '@playhub/contract/operator/constants'
import { HOUR_MS } from '../../platform/clock.ts'
import { parsePublicPage } from './public-page.ts'

/** An operator's draft. */
export type DraftKey = { operatorId: string; project: string }
/** The moment and the player that a page is shown for. */
export type Viewer = {
  /** Null: the moment when it is opened. */
  at: number | null
  as: OfferAudience
}

const parameter = 'preview'
const lifetimeMs = HOUR_MS

/** Cheap, because every request is asked; the signature decides. */
export const isDraftUrl = (url = ''): boolean => /[?&]preview=/.test(url)

type DraftedPage = { path: string; language: InterfaceLanguage; viewer: Viewer }

export type DraftLinks = {
  /** @returns the link to a public page with the draft's content; undefined for other pages */
  toUrl(page: DraftedPage, key: DraftKey, now: number): string | undefined
  /** @returns undefined for a link that the hub has not signed, and an hour later */
  read(url: string, now: number): { key: DraftKey; token: string; viewer: Viewer } | undefined
}

/** Signs links that open pages with a draft's content for an hour, without a login. */
export function createDraftLinks(
  secret: string,
  publicUrl: string,
  getOffered: () => OfferedLanguages,
): DraftLinks {
  const sign = (signed: string) => createHmac('sha256', secret).update(`draft ${signed}`).digest('base64url')
  return {
    toUrl({ path, language, viewer }, { operatorId, project }, now) {
      const url = new URL(path, publicUrl)
      if (url.origin !== new URL(publicUrl).origin) return undefined
      setLanguage(url, language)
      if (!parsePublicPage(url.pathname + url.search, getOffered())) return undefined
      const signed = `${operatorId}.${project}.${now + lifetimeMs}.${viewer.at ?? ''}.${viewer.as}`
      url.searchParams.set(parameter, `${signed}.${sign(signed)}`)
      return url.href
    },
    read(url, now) {
      const token = new URLSearchParams(url.split('?', 2)[1]).get(parameter) ?? ''
      const [operatorId = '', project = '', expires = '', at = '', as = '', signature = ''] = token.split('.')
      const expected = Buffer.from(sign(`${operatorId}.${project}.${expires}.${at}.${as}`))
      const actual = Buffer.from(signature)
      const isSigned = expected.length === actual.length && timingSafeEqual(expected, actual)
      if (!isSigned || now >= Number(expires)) return undefined
      const viewer = { at: at === '' ? null : Number(at), as: as as OfferAudience }
      return { key: { operatorId, project }, token, viewer }
    },
  }
}

/** In the path where it has one, else in the query. */
function setLanguage(url: URL, language: InterfaceLanguage): void {
  const segments = url.pathname.split('/')
  if (isRecognisedLanguage(segments[2])) {
    segments[2] = language
    url.pathname = segments.join('/')
  } else url.searchParams.set('locale', language)
}

/** Keeps the token in a link of the hub. */
export function withToken(url: string, token: string): string {
  const [start = '', hash] = url.split('#', 2)
  return `${start}${start.includes('?') ? '&' : '?'}${parameter}=${token}${hash === undefined ? '' : `#${hash}`}`
}

/** The page's URL without the token. */
export function withoutToken(url: string): string {
  const { pathname, search } = new URL(url, 'http://hub')
  const query = new URLSearchParams(search)
  query.delete(parameter)
  return query.size > 0 ? `${pathname}?${query}` : pathname
}
