import { type LoaderFunctionArgs, redirect } from 'react-router'
import { saveContext } from '../../lib/context/hub-context.ts'
import { addressWithLocale } from '../../lib/language/language.ts'
import { requireGuest } from '../../lib/player/player.ts'
import { addressOfNewSession } from './hub-session.ts'
import { rememberWhereFrom } from './return-to.ts'

/**
 * The loader of every sign-in screen: takes along what its path says (specification §2), opens the hub session of whom
 * a game or an app sends, sends who is signed in home, and notes where the player came from.
 */
export async function enterAsGuest({ params, request }: LoaderFunctionArgs): Promise<null> {
  if (import.meta.env.SSR) return null
  const url = new URL(request.url)
  saveContext(params)
  requireGuest()
  rememberWhereFrom()
  const next = (await addressOfNewSession(url, params.session)) ?? addressWithLocale(url, params.locale)
  if (next) throw redirect(next)
  return null
}
