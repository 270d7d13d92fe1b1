import { isIPv4, isIPv6, SocketAddress } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Stands for every client without an IP, so they share each limit. Reset connections no longer have one. */
export const unknownIp = 'unknown'

/**
 * Sets `request.ip` to the client's canonical IP, or `unknownIp`. All code reads it from there.
 * @param trustsProxy  Reads the last entry of `X-Forwarded-For`, which the nearest proxy writes; a client can forge
 *   every earlier one.
 */
export function readClientIps(app: FastifyInstance, trustsProxy: boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw
    const forwarded = trustsProxy ? headers['x-forwarded-for'] : undefined
    const value = parseIp(forwarded === undefined ? socket.remoteAddress : lastEntry(String(forwarded)))
    Object.defineProperty(request, 'ip', { value: value ?? unknownIp })
    done()
  })
}

function lastEntry(list: string): string {
  return list.slice(list.lastIndexOf(',') + 1)
}

/**
 * Parses an IP as proxies and sockets write it: with a port, in brackets or quotes, with a zone, or IPv4 mapped to
 * IPv6.
 * @returns  IPv4, or IPv6 in its shortest form; null for anything else
 */
export function parseIp(text: string | undefined): string | null {
  const plain = text?.trim().replace(/^"(.*)"$/, '$1') ?? ''
  const [, inBrackets] = /^\[([^\]]*)\](?::\d*)?$/.exec(plain) ?? []
  const [withoutZone = ''] = (inBrackets ?? plain).split('%')
  const ip = isIPv6(withoutZone) ? toShortest(withoutZone) : withoutZone
  const [, ipv4 = ''] = /^(?:::ffff:)?([\d.]+)(?::\d*)?$/i.exec(ip) ?? []
  if (isIPv4(ipv4)) return ipv4
  return isIPv6(ip) ? ip : null
}

function toShortest(ip: string): string {
  return new SocketAddress({ address: ip, family: 'ipv6' }).address
}
