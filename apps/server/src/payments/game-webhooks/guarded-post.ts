import { lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { WebhookAnswer } from '../ledger/webhook.ts'

const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) }

/** Addresses that are not the Internet's: this machine, its networks, and the clouds' metadata services. */
const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6')
}

/** @param address  An IP address; one of IPv4 inside IPv6 counts as what it holds. */
export function isPrivateAddress(address: string): boolean {
  return privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Looks a name up and refuses it when it leads inside; the connection uses what was looked at, so it cannot change. */
const lookupOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    const inside = addresses.find(({ address }) => isPrivateAddress(address))
    if (inside) return callback(new Error(`${hostname} leads to the private address ${inside.address}`), [])
    const [first] = addresses
    if (options.all || !first) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

type Options = { headers: Record<string, string>; timeoutMs: number; allowPrivate: boolean }

/**
 * Posts to an address that somebody else chose. Redirects are not followed, and the answer's body is not read.
 * @throws   when nobody answers in time, or the address is private and that is not allowed
 */
export async function postOutside(address: string, body: string, options: Options): Promise<WebhookAnswer> {
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
      ...(!options.allowPrivate && { lookup: lookupOutside }),
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
