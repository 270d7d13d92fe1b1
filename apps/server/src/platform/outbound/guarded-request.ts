import { lookup } from 'node:dns'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInNetworks, isPrivateIp } from './private-ip.ts'

type Agents = { http: HttpAgent; https: HttpsAgent }

/** By policy: a connection allowed by one policy must not serve another. */
const agentsByPolicy = new Map<string, Agents>()

export type WebhookResponse = {
  status: number
  retryAfter: string | undefined
  /** The beginning of a failed response. */
  text: string | null
}

const maxTextBytes = 2048

export function isAccepted({ status }: { status: number }): boolean {
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
 * Posts to a game team's URL, guarded against server-side request forgery. Does not follow redirects, and reads only
 * the beginning of a refusal.
 * @throws Error on a timeout or connection failure, or when the address is private and not allowed
 */
export async function guardedPost(url: string, body: string, options: Options): Promise<WebhookResponse> {
  const request = openRequest(url, 'POST', {
    ...options,
    headers: { ...options.headers, 'content-length': String(Buffer.byteLength(body)) },
  })
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      const respond = (text: string | null) => resolve({ status, retryAfter: headers['retry-after'], text })
      if (!isAccepted({ status })) return readBeginning(response, respond)
      response.on('error', reject)
      response.resume()
      respond(null)
    })
    request.on('error', reject)
    request.end(body)
  })
}

/**
 * Gets the status and headers of anyone's URL, with the same guard. It reads no body and does not follow redirects.
 * @throws Error on a timeout or connection failure, or when the address is private and not allowed
 */
export async function guardedGetHeaders(
  url: string,
  options: Options,
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const request = openRequest(url, 'GET', options)
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      const { statusCode: status = 0, headers } = response
      response.on('error', () => undefined)
      response.destroy()
      resolve({ status, headers })
    })
    request.on('error', reject)
    request.end()
  })
}

/** @throws Error for a private IP in the URL; a name resolving to one fails the request */
function openRequest(href: string, method: 'GET' | 'POST', options: Options): ClientRequest {
  const url = new URL(href)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isBlocked = (ip: string) => isPrivateIp(ip) && !isInNetworks(ip, options.networks ?? [])
  if (!options.allowPrivate && isIP(host) && isBlocked(host))
    throw new Error(`${host} is a private address; WEBHOOK_NETWORKS can allow its network`)
  const isSecure = url.protocol === 'https:'
  const send = isSecure ? httpsRequest : httpRequest
  const agents = getAgents(options)
  const request = send(url, {
    method,
    agent: isSecure ? agents.https : agents.http,
    headers: options.headers,
    signal: AbortSignal.timeout(options.timeoutMs),
    lookup: lookupAllowed(options.allowPrivate ? () => false : isBlocked),
  })
  // A kept-alive connection is used without a look-up.
  if (!options.allowPrivate)
    request.on('socket', ({ remoteAddress }) => {
      if (remoteAddress !== undefined && isBlocked(remoteAddress))
        request.destroy(new Error(`${host} is connected to the private address ${remoteAddress}`))
    })
  return request
}

function getAgents({ allowPrivate, networks = [] }: Options): Agents {
  const policy = allowPrivate ? 'private' : networks.toSorted().join(' ')
  const agents = agentsByPolicy.get(policy) ?? {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true }),
  }
  agentsByPolicy.set(policy, agents)
  return agents
}

/** Calls back once, also when the connection ends early or times out: the status is known. */
function readBeginning(response: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  // PostgreSQL cannot store U+0000.
  const finish = () => done(Buffer.concat(chunks).toString().slice(0, maxTextBytes).replaceAll('\0', ''))
  response.on('data', (chunk: Buffer) => {
    if (bytes >= maxTextBytes) return
    chunks.push(chunk.subarray(0, maxTextBytes - bytes))
    bytes += chunk.length
    if (bytes >= maxTextBytes) finish()
  })
  response.on('error', finish)
  response.on('close', finish)
}

/** Refuses names resolving to a private IP. The socket connects to the checked result, so it cannot change. */
function lookupAllowed(isBlocked: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    // A resolver may not know what browsers do: names below `localhost` are this machine.
    const name = /(^|\.)localhost\.?$/i.test(hostname) ? 'localhost' : hostname
    lookup(name, { ...options, all: true }, (error, addresses) => {
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
