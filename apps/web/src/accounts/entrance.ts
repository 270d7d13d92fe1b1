import { isRecognisedLanguage } from '@playhub/contract/languages'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { requireGuest } from '../lib/guards.ts'
import { adoptParameters } from '../lib/hub-context.ts'
import { rememberWhereFrom } from './return-to.ts'

/**
 * The loader of every sign-in screen: takes along what its path says (specification §2), sends who is signed in home,
 * and notes where the player came from.
 */
export function enterAsGuest({ params, request }: LoaderFunctionArgs): null {
  adoptParameters(params)
  requireGuest()
  rememberWhereFrom()
  const inLanguage = addressWithLocale(new URL(request.url), params.locale)
  if (inLanguage) throw redirect(inLanguage)
  return null
}

/** The pages read their language from the query; a path that names one is told so there. */
export function addressWithLocale(url: URL, locale: string | undefined): string | null {
  if (!isRecognisedLanguage(locale) || url.searchParams.has('locale')) return null
  url.searchParams.set('locale', locale)
  return url.pathname + url.search
}
