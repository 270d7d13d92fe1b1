import { type LoaderFunctionArgs, redirect } from 'react-router'
import { getApi, getTenant } from '../../lib/api/public-api.ts'
import { readHubContext, saveContext } from '../../lib/context/hub-context.ts'
import { urlWithLocale } from '../../lib/language/language.ts'
import { isLoggedIn, requireGuest } from '../../lib/player/player.ts'
import { createHubSession } from './hub-session.ts'
import { getPlayerPagePath, requestedPage } from './player-pages.ts'
import { saveReferringPage } from './return-to.ts'

/** The loader for email account screens. A project without email logins has the chooser only. */
export async function emailLoader(args: LoaderFunctionArgs): Promise<null> {
  await guestLoader(args)
  const config = await getApi(args)
    .getInitialConfig()
    .catch(() => null)
  const id = readHubContext().project || getTenant(args)
  const methods = config?.projects.find((project) => project.id === id)?.authMethods
  if (methods?.length && !methods.includes('mail')) throw redirect('/session/login')
  return null
}

/**
 * The loader for every login screen. Stores its path parameters (specification §2), redirects a logged-in
 * player to the page in the URL or the home page, saves the referring page, and creates a hub session for a
 * player sent by a game or an app.
 */
export async function guestLoader({ params, request }: LoaderFunctionArgs): Promise<null> {
  if (import.meta.env.SSR) return null
  const url = new URL(request.url)
  saveContext(params)
  const requested = requestedPage(url.search)
  if (requested && isLoggedIn()) throw redirect(getPlayerPagePath(requested))
  requireGuest()
  saveReferringPage(requested)
  const next = (await createHubSession(url, params.session)) ?? urlWithLocale(url, params.locale)
  if (next) throw redirect(next)
  return null
}
