import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInNetworks, isPrivateAddress } from './private-address.ts'

const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

export type WebhookResponse = { status: number; retryAfter: string | undefined }

export function isAccepted({ status }: WebhookResponse): boolean {
  return status >= 200 && status <= 299
}

type Options = {
  headers: Record<string, string>
  timeoutMs: number
  /** Allows every private address. */
  allowPrivate: boolean
  /** Allowed private networks, in CIDR notation. */
  networks?: string[]
}

/**
 * Posts to a URL that a game team chose, guarded against server-side request forgery. Does not follow redirects and does
 * not read the response body.
 * @throws Error on a timeout or connection failure, or when the address is private and not allowed
 */
export async function guardedPost(address: string, body: string, options: Options): Promise<WebhookResponse> {
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isBlocked = (ip: string) => isPrivateAddress(ip) && !isInNetworks(ip, options.networks ?? [])
  if (!options.allowPrivate && isIP(host) && isBlocked(host))
    throw new Error(`${host} is a private address; WEBHOOK_NETWORKS can allow its network`)
  const isSecure = url.protocol === 'https:'
  const send = isSecure ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      agent: isSecure ? agents.https : agents.http,
      headers: { ...options.headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(options.timeoutMs),
      ...(!options.allowPrivate && { lookup: lookupAllowed(isBlocked) }),
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

/** Refuses names that resolve to a private IP. The socket connects to the checked result, so it cannot change. */
function lookupAllowed(isBlocked: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const blocked = addresses.find(({ address }) => isBlocked(address))
      if (blocked)
        return callback(new Error(`${hostname} resolves to the private address ${blocked.address}`), [])
      const [first] = addresses
      if (options.all || !first) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }
}
