import type { FastifyInstance } from 'fastify'

/**
 * Policy of responses that are not pages: nothing in them may run, load or be framed. Browsers show the icon of the hub beside
 * a text.
 */
export const inertPolicy =
  "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Security headers of every response; redirects, errors and data without their own policy get one that allows nothing. */
export function setBaseHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = baseHeaders(publicUrl)
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
    // A browser may replace the stored headers of a page or a script by those of a 304.
    const isInert =
      (reply.statusCode >= 300 && reply.statusCode !== 304) || isData(reply.getHeader('content-type'))
    if (isInert && !reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', inertPolicy)
  })
}

/** Of programs. A PDF or a picture is shown by the browser, which the policy could prevent. */
const isData = (type: unknown) =>
  typeof type === 'string' && /^(application\/(problem\+)?json|text\/plain)/.test(type)

/** Of data that is answered without the hooks of the app. */
export function dataHeaders(publicUrl: string): Record<string, string> {
  return { ...baseHeaders(publicUrl), 'content-security-policy': inertPolicy }
}

export function baseHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Other sites learn the origin at most: addresses of the hub may name a session.
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}
