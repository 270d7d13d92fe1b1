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
  .transform((address, context) => {
    const origin = toOrigin(address)
    if (origin !== null && hasOnlyOrigin(address)) return origin
    const correct = origin ?? (address.includes('://') ? null : toOrigin(`https://${address}`))
    const advice = correct ? `: write ${correct}` : ', such as https://play.example.org'
    context.addIssue({ code: 'custom', message: rule + advice })
    return z.NEVER
  })

/** Null when the URL names no host that a browser could open. */
function toOrigin(address: string): string | null {
  const url = URL.parse(address)
  const host = url?.hostname.replace(/\.$/, '') ?? ''
  if (!url || !/^https?:$/.test(url.protocol) || !hostName.test(host)) return null
  return `${url.protocol}//${host}${url.port && `:${url.port}`}`
}

function hasOnlyOrigin(address: string): boolean {
  const { username, password, pathname, search, hash } = new URL(address)
  return pathname === '/' && [username, password, search, hash].every((part) => part === '')
}
