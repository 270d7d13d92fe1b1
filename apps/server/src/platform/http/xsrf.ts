import { randomBytes, timingSafeEqual } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../refusal.ts'

const cookieName = 'XSRF-TOKEN'
const headerName = 'x-xsrf-token'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what another site makes a browser send. An unsafe call without a bearer token needs the cookie and header
 * pair, or proof that it comes from our own origin, because frames lose cookies; a caller that is no browser sends
 * neither `Origin` nor `Sec-Fetch-Site` and has no cookies to abuse. Signed-in calls are refused when cross-site,
 * since the specification has GETs that change state.
 */
export async function guardAgainstCrossSite(api: FastifyInstance, publicOrigin: string): Promise<void> {
  await api.register(cookie)
  api.addHook('onRequest', async (request, reply) => {
    if (isCrossSite(request, publicOrigin) && (isUnsafe(request) || request.headers.authorization)) {
      if (!(isUnsafe(request) && hasPair(request))) throw new Refusal('CROSS_SITE_REQUEST')
    }
    if (isUnsafe(request) && isMismatched(request)) throw new Refusal('XSRF_TOKEN_MISMATCH')
    if (!isUnsafe(request) && isBrowser(request) && !request.cookies[cookieName]) {
      reply.setCookie(cookieName, randomBytes(18).toString('base64url'), {
        path: '/',
        sameSite: 'lax',
        secure: publicOrigin.startsWith('https:'),
      })
    }
  })
}

const isUnsafe = (request: FastifyRequest) => !safeMethods.has(request.method)
const isBrowser = (request: FastifyRequest) => request.headers['sec-fetch-site'] !== undefined

function isCrossSite(request: FastifyRequest, publicOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (origin && origin !== publicOrigin && origin !== `${request.protocol}://${request.host}`) return true
  return site === 'cross-site' || site === 'same-site'
}

function pairOf(request: FastifyRequest): [string, string] | undefined {
  const cookie = request.cookies[cookieName]
  const header = request.headers[headerName]
  return cookie && typeof header === 'string' ? [cookie, header] : undefined
}

function hasPair(request: FastifyRequest): boolean {
  const pair = pairOf(request)
  return pair !== undefined && isSameText(...pair)
}

function isMismatched(request: FastifyRequest): boolean {
  const pair = pairOf(request)
  return pair !== undefined && !isSameText(...pair)
}

function isSameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
