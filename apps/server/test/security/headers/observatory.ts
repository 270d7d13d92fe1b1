/**
 * Scores a response by the HTTP Observatory's rules; the Observatory itself scans public hosts only. A score of 100 is
 * an A+. Extra credit, preloading and the redirect from http, which is the proxy's, are not scored.
 * @see https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
 */
export type ScannedResponse = { headers: Headers; body: string }

type Rule = { lost: number; what: string; isBroken(response: Scanned): boolean }
type Scanned = ScannedResponse & { policy: Map<string, string[]>; cookies: string[] }

const sixMonthsSeconds = 15_768_000
const privateReferrers = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const broadSource = /^(\*|https?:|data:|blob:|'unsafe-inline')$/

const getSources = ({ policy }: Scanned, directive: string) =>
  policy.get(directive) ?? policy.get('default-src') ?? ['*']
const hasAttribute = (cookie: string, name: RegExp) =>
  cookie
    .split(/;\s*/)
    .slice(1)
    .some((one) => name.test(one))
const isSession = (cookie: string) => !/^(__Secure-|__Host-)?XSRF-TOKEN=/i.test(cookie)

const rules: Rule[] = [
  {
    lost: 25,
    what: 'no Content-Security-Policy',
    isBroken: ({ policy }) => policy.size === 0,
  },
  {
    lost: 20,
    what: 'broad sources of scripts or objects',
    isBroken: (response) =>
      ['script-src', 'object-src'].some((name) =>
        getSources(response, name).some((one) => broadSource.test(one)),
      ),
  },
  {
    lost: 10,
    what: "scripts with 'unsafe-eval'",
    isBroken: (response) => getSources(response, 'script-src').includes("'unsafe-eval'"),
  },
  {
    lost: 10,
    what: 'forms may be sent to any site',
    isBroken: ({ policy }) => (policy.get('form-action') ?? ['*']).some((one) => broadSource.test(one)),
  },
  {
    lost: 20,
    what: 'sources over http',
    isBroken: ({ policy }) => [...policy.values()].flat().some((one) => /^(http|ws|ftp):/.test(one)),
  },
  {
    lost: 20,
    what: 'cookies without Secure',
    isBroken: ({ cookies }) => cookies.some((cookie) => !hasAttribute(cookie, /^secure$/i)),
  },
  {
    lost: 20,
    what: 'cookies without SameSite',
    isBroken: ({ cookies }) => cookies.some((cookie) => !hasAttribute(cookie, /^samesite=(lax|strict)$/i)),
  },
  {
    lost: 30,
    what: 'session cookies without HttpOnly',
    isBroken: ({ cookies }) =>
      cookies.filter(isSession).some((cookie) => !hasAttribute(cookie, /^httponly$/i)),
  },
  {
    lost: 50,
    what: 'credentials for every origin',
    isBroken: ({ headers }) =>
      headers.get('access-control-allow-credentials') === 'true' &&
      ['*', 'https://observatory.test'].includes(headers.get('access-control-allow-origin') ?? ''),
  },
  {
    lost: 5,
    what: 'no private Referrer-Policy',
    isBroken: ({ headers }) => !privateReferrers.includes(headers.get('referrer-policy') ?? ''),
  },
  {
    lost: 20,
    what: 'no Strict-Transport-Security of six months',
    isBroken: ({ headers }) =>
      Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1] ?? 0) <
      sixMonthsSeconds,
  },
  {
    lost: 5,
    what: 'scripts of other sites without integrity',
    isBroken: ({ body }) =>
      [...body.matchAll(/<script\b[^>]*\bsrc="(https?:)?\/\/[^>]*>/g)].some(
        ([tag]) => !tag.includes('integrity='),
      ),
  },
  {
    lost: 5,
    what: 'no X-Content-Type-Options',
    isBroken: ({ headers }) => headers.get('x-content-type-options') !== 'nosniff',
  },
  {
    lost: 20,
    what: 'may be framed by any site',
    isBroken: ({ headers, policy }) => {
      const ancestors = policy.get('frame-ancestors')
      if (ancestors) return ancestors.some((one) => broadSource.test(one))
      return !/^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '')
    },
  },
]

/** @returns  the score, and the rules with lost points */
export function scoreResponse(response: ScannedResponse): { score: number; broken: string[] } {
  const { headers } = response
  const scanned = {
    ...response,
    policy: parsePolicy(headers.get('content-security-policy') ?? ''),
    cookies: headers.getSetCookie(),
  }
  const broken = rules.filter(({ isBroken }) => isBroken(scanned))
  const score = broken.reduce((rest, { lost }) => rest - lost, 100)
  return { score, broken: broken.map(({ what }) => what) }
}

function parsePolicy(policy: string): Map<string, string[]> {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources]] : [])))
}
