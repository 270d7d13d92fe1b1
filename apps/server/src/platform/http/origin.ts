import * as z from 'zod'

const rule = 'must be an origin, without path, query and user name'
const hostName = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/

/**
 * An origin in a variable or the content, as browsers send it: lower case, ASCII host, no default port. Other URL parts
 * are refused, because a request would never match them.
 */
export const Origin = z
  .string()
  .meta({ format: 'uri' })
  .transform((url, context) => {
    const origin = toOrigin(url)
    if (origin !== null && hasOnlyOrigin(url)) return origin
    const correct = origin ?? (url.includes('://') ? null : toOrigin(`https://${url}`))
    const advice = correct ? `: write ${correct}` : ', such as https://play.example.org'
    context.addIssue({ code: 'custom', message: rule + advice })
    return z.NEVER
  })

/** Null when no browser could open the URL's host. */
function toOrigin(href: string): string | null {
  const url = URL.parse(href)
  const host = url?.hostname.replace(/\.$/, '') ?? ''
  if (!url || !/^https?:$/.test(url.protocol) || !hostName.test(host)) return null
  return `${url.protocol}//${host}${url.port && `:${url.port}`}`
}

function hasOnlyOrigin(url: string): boolean {
  const { username, password, pathname, search, hash } = new URL(url)
  return pathname === '/' && [username, password, search, hash].every((part) => part === '')
}
