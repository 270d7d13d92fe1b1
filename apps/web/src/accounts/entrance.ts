import { isRecognisedLanguage } from '@playhub/contract/languages'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { requireGuest } from '../lib/guards.ts'
import { adoptParameters } from '../lib/hub-context.ts'
import { addressOfNewSession } from './hub-session.ts'
import { rememberWhereFrom } from './return-to.ts'

/**
 * The loader of every sign-in screen: takes along what its path says (specification §2), opens the hub session of whom
 * a game or an app sends, sends who is signed in home, and notes where the player came from.
 */
export async function enterAsGuest({ params, request }: LoaderFunctionArgs): Promise<null> {
  const url = new URL(request.url)
  adoptParameters(params)
  requireGuest()
  rememberWhereFrom()
  const next = (await addressOfNewSession(url, params.session)) ?? addressWithLocale(url, params.locale)
  if (next) throw redirect(next)
  return null
}

/** The pages read their language from the query; a path that names one is told so there. */
export function addressWithLocale(url: URL, locale: string | undefined): string | null {
  if (!isRecognisedLanguage(locale) || url.searchParams.has('locale')) return null
  url.searchParams.set('locale', locale)
  return url.pathname + url.search
}
