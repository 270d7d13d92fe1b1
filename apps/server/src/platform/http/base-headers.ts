import type { FastifyInstance } from 'fastify'

/**
 * Content security policy for non-page responses: nothing in them may run, load or be framed. Browsers show the hub's
 * icon beside a text.
 */
const inertPolicy =
  "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The publisher's files must not run scripts on our origin. */
export const inertHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; sandbox",
}

/**
 * Sets security headers on every response; redirects, errors and data without their own policy get one with no
 * permissions.
 */
export function setBaseHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = baseHeaders(publicUrl)
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
    // A 304's headers may replace a page's or script's stored headers.
    const isInert =
      (reply.statusCode >= 300 && reply.statusCode !== 304) || isData(reply.getHeader('content-type'))
    if (isInert && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', inertPolicy)
  })
}

/** Data for programs. Browsers display PDFs and images, which the policy could prevent. */
const isData = (type: unknown) =>
  typeof type === 'string' && /^(application\/(problem\+)?json|text\/plain)/.test(type)

/** Headers for data sent without the app's hooks. */
export function dataHeaders(publicUrl: string): Record<string, string> {
  return { ...baseHeaders(publicUrl), 'content-security-policy': inertPolicy }
}

export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Other sites learn at most the origin: hub URLs may name a session.
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}
