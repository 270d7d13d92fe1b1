import { escapeHtml } from '../pages/assets.ts'
import type { ApiResponse } from '../platform/emulated-api.ts'
import { newId } from '../platform/ids.ts'
import { ErrorResponse, type OAuthRequest, redirect } from './http.ts'
import { isAllowedRedirect, withQuery } from './oauth.ts'
import { errorPage, type Language, page, readLanguage } from './pages.ts'
import { findPersona, fullName, type Persona, personas } from './personas.ts'
import type { ProviderContext } from './provider.ts'

const labels = {
  en: {
    title: 'Who is signing in?',
    lead: 'Nothing leaves this machine: pick a test person for the app.',
    personas: 'Test people',
    deny: 'Refuse',
  },
  ru: {
    title: 'Кто входит?',
    lead: 'Отсюда ничего не уходит: выберите для приложения тестового человека.',
    personas: 'Тестовые люди',
    deny: 'Отказать',
  },
}

type Fields = Record<string, string | null>

interface RejectedAs {
  /** The error code and text for an unknown client and for a forbidden redirect URL. */
  unknownClient: [code: string, reason: string, status?: number]
  invalidRedirect: [code: string, reason: string, status?: number]
}

/** A request to an authorize endpoint. */
export interface Authorization {
  language: Language
  redirectUri: string
  state: string | null
  /** An error shown to the person, because the app cannot be trusted with it. */
  reject(code: string, reason: string, status?: number): ErrorResponse
  /**
   * Asks who logs in and redirects back.
   * @param approve  fields of the redirect, to which `state` is added
   * @param respond  how the fields travel; by default in the redirect URL's query
   */
  askForPersona(
    approve: (persona: Persona) => Fields,
    denied?: Fields,
    respond?: (fields: Fields) => ApiResponse,
  ): ApiResponse
}

/** Checks an authorize request's client and redirect URL. @throws ErrorResponse */
export function startAuthorization(
  context: ProviderContext,
  request: OAuthRequest,
  options: { providerName: string; clientId: string; locale?: string | null; rejectedAs: RejectedAs },
): Authorization {
  const { query } = request
  const { providerName, rejectedAs } = options
  const language = readLanguage(request, options.locale)
  const reject = (code: string, reason: string, status?: number) =>
    new ErrorResponse(errorPage(language, providerName, { code, reason, status }))
  if (query.get('client_id') !== options.clientId) throw reject(...rejectedAs.unknownClient)
  const redirectUri = query.get('redirect_uri')
  if (!isAllowedRedirect(redirectUri, context.hubUrl)) throw reject(...rejectedAs.invalidRedirect)
  const state = query.get('state')
  return {
    language,
    redirectUri,
    state,
    reject,
    askForPersona(
      approve,
      denied = { error: 'access_denied' },
      respond = (fields) => redirect(withQuery(redirectUri, fields)),
    ) {
      return askForPersona(request, {
        providerName,
        language,
        approve(persona) {
          const fields = approve(persona)
          return respond({ state: context.takesFault('wrong-state') ? newId('', 43) : state, ...fields })
        },
        deny: () => respond({ ...denied, state }),
      })
    },
  }
}

/** Shows the persona choice. A URL with `persona=` already names the choice; the choices link to such URLs. */
export function askForPersona(
  request: OAuthRequest,
  prompt: {
    providerName: string
    language: Language
    approve(persona: Persona): ApiResponse
    deny(): ApiResponse
  },
): ApiResponse {
  const { providerName, language } = prompt
  const id = request.query.get('persona')
  if (id === null) return choicePage(request, providerName, language)
  if (id === 'deny') return prompt.deny()
  const persona = findPersona(id)
  if (persona) return prompt.approve(persona)
  throw new ErrorResponse(
    errorPage(language, providerName, { code: 'unknown_persona', reason: `There is no persona ${id}` }),
  )
}

function choicePage(request: OAuthRequest, providerName: string, language: Language): ApiResponse {
  const { title, lead, personas: label, deny } = labels[language]
  const choices = personas.map(
    (persona) => `<li><a href="${escapeHtml(choiceUrl(request, persona.id))}">
<strong>${escapeHtml(fullName(persona))}</strong> <span class="quiet">${escapeHtml(persona.about[language])}</span>
</a></li>`,
  )
  return page({
    language,
    title: `${providerName}: ${title}`,
    content: `<p class="company">${escapeHtml(providerName)}</p>
<h1>${title}</h1>
<p>${lead}</p>
<ul class="personas" aria-label="${label}">
${choices.join('\n')}
</ul>
<p><a class="deny" href="${escapeHtml(choiceUrl(request, 'deny'))}">${deny}</a></p>`,
  })
}

function choiceUrl({ query }: OAuthRequest, persona: string): string {
  const params = new URLSearchParams(query)
  params.set('persona', persona)
  return `?${params}`
}
