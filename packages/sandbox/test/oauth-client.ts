import { createHash, createPublicKey, type JsonWebKey, randomBytes, verify } from 'node:crypto'
import { expect } from 'vitest'

type Fields = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: tests read any response
type Reply = { status: number; headers: Headers; text: string; body: any }

/** Nothing listens there: the client does not follow redirects. */
export const CALLBACK = 'http://localhost:3000/passport/callback'

/** Calls a provider as the browser and as the server of an app do. */
export function oauthClient(url: string) {
  const read = async (response: Response): Promise<Reply> => {
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : null,
    }
  }
  const get = async (path: string, fields: Fields = {}, headers: Fields = {}) =>
    read(await fetch(`${url}${path}?${new URLSearchParams(fields)}`, { headers, redirect: 'manual' }))
  const post = async (path: string, fields: Fields = {}, headers: Fields = {}) =>
    read(await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), headers }))
  const control = async (method: string, path: string, body?: object) =>
    read(
      await fetch(`${url}/control/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      }),
    )
  return {
    get,
    post,
    control,
    issueTokens: async (options: object) => (await control('POST', 'identity/tokens', options)).body,
    injectFault: (provider: string, fault: string) => control('POST', 'identity/faults', { provider, fault }),
    /** The target of a redirect and its parameters. */
    async follow(path: string, fields: Fields): Promise<Fields & { to: string; hash: string }> {
      const reply = await get(path, fields)
      expect(reply.status, reply.text).toBe(302)
      const to = new URL(reply.headers.get('location') ?? '')
      return { ...Object.fromEntries(to.searchParams), to: to.origin + to.pathname, hash: to.hash }
    },
    claims: async (token: string, keysPath: string) => readToken(token, (await get(keysPath)).body),
  }
}

/** @returns the claims; undefined unless a published key signed them */
function readToken(token: string, { keys }: { keys: JsonWebKey[] }): Record<string, unknown> | undefined {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const key = keys.find((one) => one.kid === kid)
  if (!key || alg !== 'RS256') return undefined
  const content = Buffer.from(`${header}.${payload}`)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  const isSigned = verify('sha256', content, publicKey, Buffer.from(signature, 'base64url'))
  return isSigned ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined
}

export function newChallenge() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function basic(id: string, secret: string): Fields {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}

/** The hidden fields of a page's form. */
export function parseFields(html: string): Fields {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name, value]) => [name, decodeEntities(value ?? '')]))
}

function decodeEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
}
