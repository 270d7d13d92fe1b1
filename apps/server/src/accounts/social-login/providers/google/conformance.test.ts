/** Runs the Google flow against an independent OpenID Connect server. */
import type { RequestListener } from 'node:http'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { exportJWK, generateKeyPair } from 'jose'
import { interactionPolicy, Provider } from 'oidc-provider'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser, readFlow } from '../../../../../test/support/accounts/browser.ts'
import { startTestHub, type TestHub } from '../../../../../test/support/test-hub.ts'

type Person = { name: string; email: string; email_verified: boolean }

const people: Record<string, Person> = {
  anna: { name: 'Anna', email: 'anna@example.org', email_verified: true },
  mallory: { name: 'Mallory', email: 'anna@example.org', email_verified: false },
}

type Conforming = {
  hub: TestHub
  /** Logs in at the provider. Returns the callback URL. */
  respondAs(accountId: string, address: URL): Promise<URL>
}

async function startConforming({ secret = 'secret' } = {}): Promise<Conforming> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end()
  const { url: issuer, close } = await startLocalServer((request, response) => listener(request, response))
  onTestFinished(close)
  const hub = await startTestHub({
    env: {
      GOOGLE_CLIENT_ID: 'the-hub',
      GOOGLE_CLIENT_SECRET: 'secret',
      GOOGLE_ISSUER: issuer,
      GOOGLE_AUTHORIZATION_URL: `${issuer}/auth`,
      GOOGLE_TOKEN_URL: `${issuer}/token`,
      GOOGLE_USERINFO_URL: `${issuer}/me`,
      GOOGLE_JWKS_URL: `${issuer}/jwks`,
    },
  })
  let loggingIn = ''
  const provider = await createProvider(issuer, {
    client_id: 'the-hub',
    client_secret: secret,
    redirect_uris: [`${hub.url}/passport/google/callback`],
    token_endpoint_auth_method: 'client_secret_post',
  })
  const handle = provider.callback()
  listener = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void approve(provider, loggingIn, request, response)
    else handle(request, response)
  }
  return {
    hub,
    respondAs(accountId, url) {
      loggingIn = accountId
      return followTo(hub.url, url)
    },
  }
}

async function createProvider(issuer: string, client: Record<string, unknown>): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const policy = interactionPolicy.base()
  // Google supports this prompt.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  return new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'first' }] },
    cookies: { keys: ['only for this test'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Google includes profile claims in the ID token.
    conformIdTokenClaims: false,
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people[accountId] }),
    }),
  })
}

async function approve(
  provider: Provider,
  accountId: string,
  ...exchange: Parameters<RequestListener>
): Promise<void> {
  const { params } = await provider.interactionDetails(...exchange)
  const grant = new provider.Grant({ accountId, clientId: params.client_id })
  grant.addOIDCScope(params.scope)
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(...exchange, { login: { accountId }, select_account: {}, consent })
}

/** Follows the provider's redirects, with its cookies, to a hub URL. */
async function followTo(home: string, href: URL): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = href
  for (let steps = 0; steps < 10 && !url.href.startsWith(home); steps++) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
  }
  return url
}

async function logIn({ hub, respondAs }: Conforming, accountId: string) {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  await browser.visit(await respondAs(accountId, await browser.authorize(flow, 'google')), {
    site: 'cross-site',
  })
  return readFlow(hub, flow)
}

test('a player logs in through a conforming server and is the same player next time', async () => {
  const conforming = await startConforming()
  const { result } = await logIn(conforming, 'anna')
  expect(result).toMatchObject({ nickName: 'Anna', currentAuthType: 'google' })
  expect((await logIn(conforming, 'anna')).result?.userId).toBe(result?.userId)
  expect((await logIn(conforming, 'mallory')).result?.userId).not.toBe(result?.userId)
  const emails = await conforming.hub.context.db
    .selectFrom('accounts')
    .select(['nickName', 'email'])
    .execute()
  expect(emails).toEqual([
    { nickName: 'Anna', email: 'anna@example.org' },
    { nickName: 'Mallory', email: null },
  ])
})

test('a conforming server that refuses our client secret signs nobody in', async () => {
  const conforming = await startConforming({ secret: 'another secret' })
  expect(await logIn(conforming, 'anna')).toMatchObject({ status: 'failed' })
  expect(conforming.hub.logs()).toContain('invalid_client')
})
