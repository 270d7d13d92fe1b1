import cookie from '@fastify/cookie'
import { type AuthState, type EventCode, eventCodes, type ResultEnvelope } from '@playhub/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SECOND_MS } from '../../../platform/clock.ts'
import type { Api } from '../../../platform/http/api.ts'
import { logSecurityEvent } from '../../../platform/observability/security-log.ts'
import { readClientInfo } from '../../client-info.ts'
import { logLogin } from '../../login-sessions/log-login.ts'
import { expectReauthentication } from '../../login-sessions/recent-reauthentication.ts'
import type { SocialLoginDeps } from '../native-tokens/token-login.ts'
import type { CallbackParameters, IdentityProvider } from '../providers/provider.ts'
import { registerTelegramWidgetPage } from '../providers/telegram/widget-page.ts'
import { startAuthorization } from './authorize.ts'
import { type FinishedFlow, handleCallback, relayCallback, startedAtOtherOrigin } from './callback.ts'
import { decideConsent } from './consent.ts'
import { flowTtlMs, getBindingCookieName, getRedirectUri, OAuthFlowError } from './flow.ts'
import { type OpenedFlow, openFlow } from './open-flow.ts'
import { readFlowResult } from './result.ts'

const verifierHeader = 'auth-state-verifier'
const formLimitBytes = 16 * 1024

/** API calls for opening a flow and reading its result. */
export function registerFlowRoutes(api: Api, deps: SocialLoginDeps): void {
  api.handle(
    'POST /auth/set-user-auth-state',
    async ({ body, caller, request, reply }) => {
      const client = readClientInfo(caller, request)
      return respondOpened(reply, body.id, await openFlow(deps, body.id, { purpose: 'sign-in' }, client))
    },
    { isCostly: true },
  )
  api.handle(
    'POST /me/identities/link',
    async ({ body, actor, caller, request, reply }) => {
      await expectReauthentication(deps, actor)
      const client = readClientInfo(caller, request)
      return respondOpened(reply, body.id, await openFlow(deps, body.id, { purpose: 'link', actor }, client))
    },
    { isCostly: true },
  )
  api.handle(
    'POST /me/reauthentication/provider',
    async ({ body, actor, caller, request, reply }) => {
      const client = readClientInfo(caller, request)
      return respondOpened(
        reply,
        body.id,
        await openFlow(deps, body.id, { purpose: 'confirm', actor }, client),
      )
    },
    { isCostly: true },
  )
  api.handle('GET /auth/check-user-auth-state/{id}', async ({ params, caller, request, reply }) => {
    const holder = { ...params, verifier: readVerifier(request) }
    return respondState(request, reply, await readFlowResult(deps, holder, readClientInfo(caller, request)))
  })
  api.handle('POST /auth/decide-consent', async ({ body, caller, request, reply }) => {
    const decision = { ...body, verifier: readVerifier(request) }
    return respondState(request, reply, await decideConsent(deps, decision, readClientInfo(caller, request)))
  })

  function respondOpened(reply: FastifyReply, id: string, { verifier, binding }: OpenedFlow) {
    reply.header('cache-control', 'no-store')
    setBindingCookie(reply, deps, getBindingCookieName(deps.config, id), binding)
    return { data: { result: true as const, verifier } }
  }
}

function readVerifier({ headers }: FastifyRequest): string | undefined {
  const header = headers[verifierHeader]
  return typeof header === 'string' ? header : undefined
}

function respondState(request: FastifyRequest, reply: FastifyReply, authData: AuthState) {
  reply.header('cache-control', 'no-store')
  if (authData.result) logLogin(request, authData.result)
  return { data: { authData } }
}

type ProviderRequest = { Params: { provider: string }; Querystring: Record<string, unknown> }
type FormPost = ProviderRequest & { Body: CallbackParameters | undefined }

/** Browser redirects to a provider and back. */
export async function registerOauth(app: FastifyInstance, deps: SocialLoginDeps): Promise<void> {
  await app.register(cookie)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimitBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  // A link preview's HEAD request must not consume a state.
  const options = { exposeHeadRoute: false }

  app.get<ProviderRequest>('/:provider', options, (request, reply) =>
    redirectOrFail(reply, async () => {
      const { params, query, headers } = request
      const isFromOurPage = headers['sec-fetch-site'] === 'same-origin'
      const authorizeRequest = {
        state: query.state,
        isFromOurPage,
        cookieHeader: headers.cookie,
        origin: getOrigin(request),
      }
      const { url, cookie } = await startAuthorization(
        deps,
        getProvider(deps, params.provider),
        authorizeRequest,
      )
      if (cookie) setBindingCookie(reply, deps, cookie.name, cookie.binding)
      return url.href
    }),
  )
  app.get<ProviderRequest>('/:provider/callback', options, (request, reply) =>
    redirectOrFail(reply, async () => {
      const provider = getProvider(deps, request.params.provider)
      const parameters = singleParameters(request.query)
      if (await startedAtOtherOrigin(deps, provider, parameters, getOrigin(request))) {
        return relayCallback(deps, provider, parameters)
      }
      const finished = await handleCallback(deps, provider, parameters, request.headers.cookie)
      logFinishedFlow(request, provider, finished)
      reply.clearCookie(finished.bindingCookie, { path: cookiePath, secure: isSecure(deps) })
      return donePath
    }),
  )
  const { telegram } = deps.config.identity
  if (telegram?.clientSecret === null) {
    registerTelegramWidgetPage(app, {
      telegram,
      callbackUrl: getRedirectUri(deps.config, 'telegram'),
      messagesIn: deps.messagesIn,
    })
  }
  app.post<FormPost>('/:provider/callback', ({ params, body }, reply) =>
    redirectOrFail(reply, () => relayCallback(deps, getProvider(deps, params.provider), body ?? {})),
  )
}

/** A login is logged when the client reads its result. */
function logFinishedFlow(
  request: FastifyRequest,
  { method }: IdentityProvider,
  { status, errorCode, playerId }: FinishedFlow,
): void {
  const details = { loginMethod: method, ...(playerId && { playerId }) }
  if (status === 'linked') logSecurityEvent(request, 'authn_identities_change', details)
  if (status === 'failed')
    logSecurityEvent(request, 'authn_login_fail', { ...details, ...(errorCode && { eventCode: errorCode }) })
}

/** The whole origin, as browsers require for the `__Host-` prefix. */
const cookiePath = '/'
const donePath = '/session/loginDone'

const getOrigin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

/** Redirects with 303 to the next URL, or to the final page with an `OAuthFlowError`'s event code. */
async function redirectOrFail(reply: FastifyReply, next: () => Promise<string>) {
  try {
    return reply.redirect(await next(), 303)
  } catch (error) {
    if (!(error instanceof OAuthFlowError)) throw error
    logSecurityEvent(reply.request, 'authn_login_fail', { eventCode: error.eventCode })
    return reply.redirect(
      `${donePath}?${new URLSearchParams({ result: formatResult(error.eventCode) })}`,
      303,
    )
  }
}

function formatResult(errorCode: EventCode): string {
  return JSON.stringify({ data: null, type: 'login', isError: true, errorCode } satisfies ResultEnvelope)
}

/** @throws OAuthFlowError for an unknown provider, or one without keys */
function getProvider({ identityProviders }: SocialLoginDeps, name: string): IdentityProvider {
  const provider = Object.values(identityProviders).find((one) => one?.method === name)
  if (!provider) throw new OAuthFlowError(eventCodes.SIGN_IN_UNKNOWN_METHOD)
  return provider
}

/** Ignores repeated parameters. */
function singleParameters(query: Record<string, unknown>): CallbackParameters {
  const single = Object.entries(query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(single)
}

/** Binds a flow to this browser. With `SameSite=Lax` the browser sends the cookie when it returns from the provider. */
function setBindingCookie(
  reply: FastifyReply,
  { config }: SocialLoginDeps,
  name: string,
  binding: string,
): void {
  reply.setCookie(name, binding, {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure({ config }),
    maxAge: flowTtlMs / SECOND_MS,
  })
}

const isSecure = ({ config }: Pick<SocialLoginDeps, 'config'>) => config.http.publicUrl.startsWith('https:')
