import type { RouteRequest } from '@playhub/contract'
import { isRecognisedLanguage } from '@playhub/contract/languages'
import { call } from '../../lib/api/api.ts'
import { readHubContext, saveContext } from '../../lib/context/hub-context.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { currentLanguage } from '../../lib/language/texts.ts'

/** Whom a game or an app sends: its own ids of the installation, the player and the platform. */
const launchParameters = ['iid', 'uid', 'platformId'] as const

/**
 * Opens a hub session for whoever comes with ids of a game or an app but without a session.
 * @returns where to sign in with that session; null when there is none to open, or it could not be opened: then the
 *          player signs in without one.
 */
export async function addressOfNewSession(url: URL, sessionInPath?: string): Promise<string | null> {
  const launch = launchOf(url)
  if (!launch || sessionInPath || url.searchParams.get('session')) return null
  const { source, project, locale } = readHubContext()
  const body = {
    ...launch,
    source,
    project: project || undefined,
    locale: isRecognisedLanguage(locale) ? locale : currentLanguage(),
  }
  const answer = await openSession(body)
  if (!answer) return null
  const loginUrl = URL.canParse(answer.loginUrl, url.origin) ? new URL(answer.loginUrl, url.origin) : null
  if (loginUrl?.origin !== url.origin) {
    showErrorToast('GET_INVALID_SESSION_LOGIN_URL_ERROR')
    return null
  }
  saveContext({ session: answer.session })
  // The session knows them now; a second look at them would open another one.
  for (const name of launchParameters) loginUrl.searchParams.delete(name)
  return loginUrl.pathname + loginUrl.search
}

function launchOf({ searchParams }: URL): Record<string, string> | null {
  const given = launchParameters.flatMap((name) => {
    const value = searchParams.get(name)
    return value ? [[name, value] as const] : []
  })
  return given.length > 0 ? Object.fromEntries(given) : null
}

function openSession(body: RouteRequest<'POST /session/get'>['body']) {
  return call('POST /session/get', { body }).catch(() => {
    showErrorToast('SESSION_GET_ERROR')
    return null
  })
}
