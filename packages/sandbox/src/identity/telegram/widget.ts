import { escapeHtml } from '../../pages/html.ts'
import { askWho } from '../approval.ts'
import { TELEGRAM } from '../constants.ts'
import { type Answer, type Call, Refused, redirect } from '../http.ts'
import { type Language, languageOf } from '../language.ts'
import { errorPage, page } from '../pages.ts'
import { isRedirect } from '../redirects.ts'
import type { TelegramApp } from './app.ts'
import { type UserData, userDataWithFaults } from './user-data.ts'

const words = {
  en: { title: 'Back to the page', text: 'You may close this window.' },
  ru: { title: 'Назад на страницу', text: 'Это окно можно закрыть.' },
}

/** The legacy login: the signed person goes back in the fragment of `return_to`, else to the window that asked. */
export function authorizeWidget({ ground }: TelegramApp, call: Call): Answer {
  const { query } = call
  const language = languageOf(call, query.get('lang'))
  const refuse = (code: string, reason: string) =>
    new Refused(errorPage(language, 'Telegram', { code, reason }))
  if (query.get('bot_id') !== TELEGRAM.botId) throw refuse('Bot not found', 'bot_id is unknown')
  const origin = query.get('origin')
  if (!isRedirect(origin, ground.hubUrl))
    throw refuse('Bot domain invalid', 'origin is not the domain of the bot')
  const returnTo = query.get('return_to')
  if (returnTo !== null && !isRedirect(returnTo, ground.hubUrl)) throw refuse('return_to invalid', returnTo)
  if (returnTo !== null && new URL(returnTo).origin !== new URL(origin).origin)
    throw refuse('return_to invalid', 'return_to is not at the origin')

  const answer = (result: UserData | false) =>
    returnTo === null
      ? tellOpener(origin, result, language)
      : redirect(`${returnTo}#tgAuthResult=${Buffer.from(JSON.stringify(result)).toString('base64url')}`)
  return askWho(call, {
    company: 'Telegram',
    language,
    approve: (persona) => answer(userDataWithFaults(ground, persona)),
    deny: () => answer(false),
  })
}

/** A page whose script posts the result to the opener at its exact origin and closes the window. */
function tellOpener(origin: string, result: UserData | false, language: Language): Answer {
  const { title, text } = words[language]
  return page({
    language,
    title,
    script: '/telegram/js/tell-opener.js',
    content: `<p class="company">Telegram</p>
<h1>${title}</h1>
<p id="result" data-origin="${escapeHtml(new URL(origin).origin)}" data-result="${escapeHtml(JSON.stringify(result))}">${text}</p>`,
  })
}
