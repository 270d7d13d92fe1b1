import type { TestHub } from '../../../support/test-hub.ts'
import {
  type Outcome,
  type SecurityCase,
  securityCase,
  securityCaseAfter,
  send,
  toOutcome,
} from '../security-case.ts'

const invalid: Outcome = [400, 'BODY_INVALID']
const crossSite: Outcome = [403, 'CROSS_SITE_REQUEST']
const good = { email: 'anna@example.org', password: 'Island2030' }
const login = '/auth/login-by-email'

/** Every login call with a body, and a valid body for it. */
const bodies: Record<string, Record<string, unknown>> = {
  [login]: good,
  '/auth/register-by-email': { ...good, consent: true, captcha: 'e30=' },
  '/auth/resend-verification-code': { email: good.email },
  '/auth/send-verification-code': { email: good.email, code: '123456' },
  '/auth/recovery-password': { email: good.email },
  '/auth/send-recovery-password-code': { email: good.email, code: '123456' },
  '/auth/activate-new-password': { ...good, resetTicket: 'x' },
  '/auth/apple-login': { idToken: 'x' },
  '/auth/telegram-login': { userData: { id: 1 } },
  '/auth/facebook-login': { profile: { accessToken: 'x' } },
  '/auth/google-login-native': { accessToken: 'x' },
  '/auth/passkey/login': { response: {} },
  '/auth/undo-account-change': { token: 'x' },
  '/auth/set-user-auth-state': { id: 'time-and-random-text' },
}

/** Values no field accepts. PostgreSQL cannot store a null byte. */
const strange: Record<string, unknown> = {
  'a number': 7,
  'a list': ['x'],
  'an object': { $ne: null },
  'a null byte': 'a\u0000b',
}

const misfits = Object.entries(bodies).flatMap(([path, body]) =>
  Object.entries(strange).map(([kind, value]) =>
    securityCase(`${path} with ${kind} in every field is refused`, getRefusal(path, kind), (hub) =>
      send(hub, path, {
        body: JSON.stringify(Object.fromEntries(Object.keys(body).map((name) => [name, value]))),
      }),
    ),
  ),
)

/** Tokens can be any string, and profiles and widget data are objects: these are refused as unverified instead. */
function getRefusal(path: string, kind: string): Outcome {
  const isText = kind === 'a null byte'
  const isObject = kind === 'an object'
  const takesText = ['/auth/apple-login', '/auth/google-login-native'].includes(path)
  const takesObject = ['/auth/telegram-login', '/auth/facebook-login'].includes(path)
  return (isText && takesText) || (isObject && takesObject) ? [401, 'IDENTITY_NOT_PROVEN'] : invalid
}

const malformed = Object.entries({
  'that is empty': '',
  'that is not JSON': '{"email":',
  'that is a list': '[]',
  'that is null': 'null',
  'that is text': '"x"',
  'with a __proto__ key': '{"__proto__":{"isAdmin":true},"email":"anna@example.org"}',
  'with a constructor key': '{"constructor":{"prototype":{"isAdmin":true}},"email":"anna@example.org"}',
  'nested too deeply': `${'['.repeat(60_000)}`,
  'with a duplicate key whose second value is invalid':
    '{"email":"anna@example.org","password":"Island2030","password":["x"]}',
}).map(([kind, body]) =>
  securityCase(`a body ${kind} is refused`, invalid, (hub) => send(hub, login, { body })),
)

const fromElsewhere = Object.entries<Record<string, string>>({
  'with a foreign Origin': { origin: 'https://evil.example' },
  'with the Origin null': { origin: 'null' },
  'without an Origin': { 'sec-fetch-site': 'cross-site' },
  'from the same site': { 'sec-fetch-site': 'same-site' },
  'with a header but no cookie': { origin: 'https://evil.example', 'x-xsrf-token': 'x' },
}).flatMap(([how, headers]) =>
  [login, '/auth/set-user-auth-state', '/auth/facebook-login'].map((path) =>
    securityCase(`another site cannot call ${path} ${how}`, crossSite, (hub) =>
      send(hub, path, { headers, body: JSON.stringify(bodies[path]) }),
    ),
  ),
)

/** Content types another site's form can send without a CORS preflight. */
const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(
  (type) =>
    securityCase(`a body of ${type} is refused`, [415, 'CONTENT_TYPE_UNSUPPORTED'], (hub) =>
      send(hub, login, { headers: { 'content-type': type }, body: JSON.stringify(good) }),
    ),
)

const pair = { cookie: 'XSRF-TOKEN=one', 'x-xsrf-token': 'two' }

export const requests: SecurityCase[] = [
  ...misfits,
  ...malformed,
  ...fromElsewhere,
  ...simple,
  securityCase('the XSRF header must match the cookie', [403, 'XSRF_TOKEN_MISMATCH'], (hub) =>
    send(hub, login, { headers: { ...pair, 'sec-fetch-site': 'same-origin' }, body: JSON.stringify(good) }),
  ),
  securityCaseAfter('another site cannot sign a player out, even with the token', crossSite, async (hub) => {
    const { jwt } = await hub.logIn()
    const headers = { authorization: `Bearer ${jwt}`, origin: 'https://evil.example' }
    return { attack: () => send(hub, '/auth/logout', { headers, body: '{}' }) }
  }),
  securityCase('a token of ten thousand letters is refused', [404, 'ROUTE_NOT_FOUND'], (hub) =>
    send(hub, `/auth/check/${'x'.repeat(10_000)}`, { method: 'GET' }),
  ),
  securityCase('a repeated query parameter is refused', invalid, (hub) =>
    send(hub, '/captcha/challenge?purpose=login&purpose=recovery', { method: 'GET' }),
  ),
  securityCase('a path that cannot be decoded is refused', [404, 'ROUTE_NOT_FOUND'], (hub) =>
    send(hub, '/auth/check/%E0%A4%A', { method: 'GET' }),
  ),
  securityCase('an email address of 321 letters is refused with its field', invalid, longEmail),
  securityCase(
    'ten megabytes are refused, and the hub keeps running',
    [413, 'BODY_TOO_LARGE'],
    async (hub) => {
      const outcome = await send(hub, login, {
        body: JSON.stringify({ ...good, email: 'x'.repeat(10_000_000) }),
      })
      await hub.callOk('GET /auth/check/{jwt}', { params: { jwt: 'x' } })
      return outcome
    },
  ),
]

async function longEmail(hub: TestHub): Promise<Outcome> {
  const domain = '@example.org'
  const email = `${'a'.repeat(321 - domain.length)}${domain}`
  const response = await hub.call('POST /auth/login-by-email', { body: { ...good, email } })
  if (response.ok || response.body.errors?.[0]?.field !== 'email') throw new Error('The field is not named')
  return toOutcome(response)
}
