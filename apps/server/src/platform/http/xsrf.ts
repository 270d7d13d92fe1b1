import { randomBytes, timingSafeEqual } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site makes a browser send. An unsafe call needs the cookie and header pair or a
 * same-origin `Origin` or `Sec-Fetch-Site`, because frames lose cookies. Non-browser clients send neither header and
 * have no cookies to abuse. Cross-site calls with a bearer token are refused even if safe, because the specification
 * has GETs that change state.
 *
 * Another host below the same domain can plant the cookie, whose name the specification fixes. So over https, where
 * every browser sends `Origin` or `Sec-Fetch-Site` with an unsafe call, these decide alone: a pair neither admits a
 * foreign call nor, when it does not match, blocks one of our own pages.
 */
export async function guardAgainstCrossSite(api: FastifyInstance, publicOrigin: string): Promise<void> {
  await api.register(cookie)
  const isSecure = publicOrigin.startsWith('https:')
  api.addHook('onRequest', async (request, reply) => {
    if (isCrossSite(request, publicOrigin) && (isUnsafe(request) || request.headers.authorization)) {
      if (isSecure || !(isUnsafe(request) && hasPair(request))) throw new Refusal('CROSS_SITE_REQUEST')
    }
    const isDecided = isSecure && namesItsSite(request)
    if (isUnsafe(request) && !isDecided && isMismatched(request)) throw new Refusal('XSRF_TOKEN_MISMATCH')
    if (!isUnsafe(request) && keepsCookies(request) && !request.cookies[cookieName]) {
      reply.setCookie(cookieName, randomBytes(18).toString('base64url'), {
        path: '/',
        sameSite: 'lax',
        secure: isSecure,
      })
    }
  })
}

const isUnsafe = (request: FastifyRequest) => !safeMethods.has(request.method)

/** Browsers reject our cookies in cross-site responses. A hub framed by another site sends no cookies. */
function keepsCookies({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'cross-site'
}

function isCrossSite(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (origin && origin !== publicOrigin && origin !== `${request.protocol}://${request.host}`) return true
  return site === 'cross-site' || site === 'same-site'
}

const namesItsSite = ({ headers }: FastifyRequest) =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

function readTokenPair(request: FastifyRequest): [string, string] | undefined {
  const cookie = request.cookies[cookieName]
  const header = request.headers[headerName]
  return cookie && typeof header === 'string' ? [cookie, header] : undefined
}

function hasPair(request: FastifyRequest): boolean {
  const pair = readTokenPair(request)
  return pair !== undefined && isSameText(...pair)
}

function isMismatched(request: FastifyRequest): boolean {
  const pair = readTokenPair(request)
  return pair !== undefined && !isSameText(...pair)
}

function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
