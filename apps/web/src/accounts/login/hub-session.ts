import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
import { isRecognisedLanguage } from '@playhub/contract/languages'
import { call } from '../../lib/api/api.ts'
import { readHubContext, saveContext } from '../../lib/context/hub-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { currentLanguage } from '../../lib/language/messages.ts'

/** Installation, player and platform ids from the sending game or app. */
const launchParameters = ['iid', 'uid', 'platformId'] as const

/**
 * Creates a hub session if the URL has launch parameters but no session.
 * @returns  The session's login URL; null if none was created, and the player logs in without one.
 */
export async function createHubSession(url: URL, sessionInPath?: string): Promise<string | null> {
  const launch = readLaunchParameters(url)
  if (!launch || sessionInPath || url.searchParams.get('session')) return null
  const { source, project, locale } = readHubContext()
  const body = {
    ...launch,
    source,
    project: project || undefined,
    locale: isRecognisedLanguage(locale) ? locale : currentLanguage(),
  }
  const created = await call('POST /session/get', { body }).catch(() => showErrorToast('SESSION_GET_ERROR'))
  if (!created) return null
  const loginUrl = parseUrl(created.loginUrl, url.origin)
  // An empty or relative one would lead to the home page.
  if (loginUrl?.origin !== url.origin || !loginUrl.pathname.startsWith('/session/')) {
    showErrorToast('GET_INVALID_SESSION_LOGIN_URL_ERROR')
    return null
  }
  saveContext({ session: created.session })
  // Otherwise the loader would create another session.
  for (const name of launchParameters) loginUrl.searchParams.delete(name)
  return loginUrl.pathname + loginUrl.search
}

function readLaunchParameters({ searchParams }: URL): Record<string, string> | null {
  const entries = launchParameters.flatMap((name) => {
    const value = searchParams.get(name)
    return value ? [[name, value] as const] : []
  })
  return entries.length > 0 ? Object.fromEntries(entries) : null
}
