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

function isInNetworks(address: string, networks: string[]): boolean {
  const parsed = ipaddr.process(address)
  return networks
    .map((network) => ipaddr.parseCIDR(network))
    .some(([network, bits]) => {
      return network.kind() === parsed.kind() && parsed.match(network, bits)
    })
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Reachable only inside Azure: virtual machines request credentials from it. */
const azureHost = '168.63.129.16'

/** True for IPs off the public Internet: loopback, private, link-local, reserved and so on. */
export function isPrivateAddress(address: string): boolean {
  // `process` turns an IPv4-mapped IPv6 address into IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return true
  // ipaddr.js classifies unassigned IPv6 ranges, such as the IPv4-compatible `::7f00:1`, as unicast.
  if (parsed.kind() === 'ipv6') return !parsed.match(globalUnicast)
  return parsed.toString() === azureHost
}
