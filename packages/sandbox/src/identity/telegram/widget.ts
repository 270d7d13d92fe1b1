import { escapeHtml } from '../../pages/assets.ts'
import type { ApiResponse } from '../../platform/emulated-api.ts'
import { askForPersona } from '../authorization.ts'
import { TELEGRAM } from '../constants.ts'
import { ErrorResponse, type OAuthRequest, redirect } from '../http.ts'
import { isAllowedRedirect } from '../oauth.ts'
import { errorPage, type Language, page, readLanguage } from '../pages.ts'
import type { ProviderContext } from '../provider.ts'
import { EXPIRED_AGE_S, signedUserData, type UserData } from './user-data.ts'

const labels = {
  en: { title: 'Back to the page', text: 'You may close this window.' },
  ru: { title: 'Назад на страницу', text: 'Это окно можно закрыть.' },
}

/** The legacy login: the user data returns in the fragment of `return_to`, else to the opener of the window. */
export function authorizeWidget(context: ProviderContext, request: OAuthRequest): ApiResponse {
  const { query } = request
  const language = readLanguage(request, query.get('lang'))
  const reject = (code: string, reason: string) =>
    new ErrorResponse(errorPage(language, 'Telegram', { code, reason }))
  if (query.get('bot_id') !== TELEGRAM.botId) throw reject('Bot not found', 'bot_id is unknown')
  const origin = query.get('origin')
  if (!isAllowedRedirect(origin, context.hubUrl))
    throw reject('Bot domain invalid', 'origin is not the domain of the bot')
  const returnTo = query.get('return_to')
  if (returnTo !== null && !isAllowedRedirect(returnTo, context.hubUrl))
    throw reject('return_to invalid', returnTo)
  if (returnTo !== null && new URL(returnTo).origin !== new URL(origin).origin)
    throw reject('return_to invalid', 'return_to is not at the origin')

  const respond = (result: UserData | false) =>
    returnTo === null
      ? postToOpener(origin, result, language)
      : redirect(`${returnTo}#tgAuthResult=${Buffer.from(JSON.stringify(result)).toString('base64url')}`)
  return askForPersona(request, {
    providerName: 'Telegram',
    language,
    approve: (persona) =>
      respond(
        signedUserData(context, persona, {
          authDate: context.nowS() - (context.takesFault('expired') ? EXPIRED_AGE_S : 0),
          isForged: context.takesFault('bad-signature'),
        }),
      ),
    deny: () => respond(false),
  })
}

/** A page whose script posts the result to the opener at its exact origin and closes the window. */
function postToOpener(origin: string, result: UserData | false, language: Language): ApiResponse {
  const { title, text } = labels[language]
  return page({
    language,
    title,
    script: '/identity/return-to-app.js',
    content: `<p class="company">Telegram</p>
<h1>${title}</h1>
<p id="result" data-origin="${escapeHtml(new URL(origin).origin)}" data-result="${escapeHtml(JSON.stringify(result))}">${text}</p>`,
  })
}
