import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

export type WebhookResponse = { status: number; retryAfter: string | undefined }

export function isAccepted({ status }: WebhookResponse): boolean {
  return status >= 200 && status <= 299
}

type Options = { headers: Record<string, string>; timeoutMs: number; allowPrivate: boolean }

/**
 * Posts to a URL that a game team chose, guarded against server-side request forgery. Does not follow redirects and does
 * not read the response body.
 * @throws Error on a timeout or connection failure, or when the address is private and `allowPrivate` is false
 */
export async function guardedPost(address: string, body: string, options: Options): Promise<WebhookResponse> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!options.allowPrivate && isIP(host) && isPrivateAddress(host))
    throw new Error(`${host} is a private address`)
  const isSecure = url.protocol === 'https:'
  const send = isSecure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      agent: isSecure ? agents.https : agents.http,
      headers: { ...options.headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(!options.allowPrivate && { lookup: lookupPublic }),
    })
    request.on('response', (response) => {
      response.on('error', reject)
      response.resume()
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Refuses names that resolve to a private address. The socket connects to the checked result, so it cannot change. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const blocked = addresses.find(({ address }) => isPrivateAddress(address))
    if (blocked)
      return callback(new Error(`${hostname} resolves to the private address ${blocked.address}`), [])
    const [first] = addresses
    if (options.all || !first) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

/** Whether an IP address is not on the public Internet: loopback, private, link-local, reserved and so on. */
export function isPrivateAddress(address: string): boolean {
  // `process` turns an IPv4-mapped IPv6 address into IPv4.
  return ipaddr.process(address).range() !== 'unicast'
}
