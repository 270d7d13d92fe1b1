import type { RequestListener } from 'node:http'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { createFacebook } from './facebook/facebook.ts'
import { IdentityNotVerified, type IdentityProvider, ProviderUnavailable } from './provider.ts'
import { fetchProviderJson, Subject } from './provider-fetch.ts'
import { createVk } from './vk/vk.ts'
import { createYandex } from './yandex/yandex.ts'

async function startServer(listener: RequestListener): Promise<string> {
  const { url, close } = await startLocalServer(listener)
  onTestFinished(close)
  return `${url}/`
}

const Person = z.object({ id: Subject })
const ask = (url: string) => fetchProviderJson(url, {}, Person)

test('a redirect is not followed', async () => {
  let requests = 0
  const url = await startServer((_request, response) => {
    requests += 1
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await expect(ask(url)).rejects.toThrow(ProviderUnavailable)
  expect(requests).toBe(1)
})

test('a response of more than 256 KB is not read completely', async () => {
  const url = await startServer((_request, response) => {
    response.write('{"id":"')
    const more = () => {
      while (response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    more()
  })
  await expect(ask(url)).rejects.toThrow(/too long/)
})

test('a response that does not match the schema counts as unavailability', async () => {
  for (const body of ['', '<html>', 'null', '[]', '{}', '{"id":null}', '{"id":1.5}', '{"id":"a b"}']) {
    const url = await startServer((_request, response) => void response.end(body))
    await expect(ask(url)).rejects.toThrow(ProviderUnavailable)
  }
})

test('status 400, 401 and 403 mean not verified; other errors mean unavailable', async () => {
  const withStatus = (status: number) =>
    startServer((_request, response) => void response.writeHead(status).end('{"id":"1"}'))
  for (const status of [400, 401, 403]) {
    await expect(ask(await withStatus(status))).rejects.toThrow(IdentityNotVerified)
  }
  for (const status of [404, 429, 500, 503]) {
    await expect(ask(await withStatus(status))).rejects.toThrow(ProviderUnavailable)
  }
})

test('a connection error does not reveal the query string', async () => {
  const url = await startServer((_request, response) => void response.socket?.destroy())
  const error = await ask(`${url}?access_token=secret`).catch((error: Error) => error)
  expect(error).toBeInstanceOf(ProviderUnavailable)
  expect((error as Error).message).not.toContain('secret')
})

test('an id is a string, whether it is sent as a string or as a number', async () => {
  for (const body of ['{"id":12345678901234}', '{"id":"12345678901234"}']) {
    const url = await startServer((_request, response) => void response.end(body))
    expect(await ask(url)).toEqual({ id: '12345678901234' })
  }
})

const flow = {
  state: 's',
  nonce: 'n',
  codeVerifier: 'v'.repeat(43),
  redirectUri: 'http://127.0.0.1/callback',
}
const token = { access_token: 't', token_type: 'Bearer', expires_in: null, refresh_token: null, scope: null }
const facebookChecks = { is_valid: true, app_id: 'app', user_id: '7', expires_at: null, error: null }

/** Providers whose responses have null in every optional field, plus unknown fields. */
const providers: Record<
  string,
  { responses: Record<string, object>; create(url: string): IdentityProvider }
> = {
  'Yandex ID': {
    responses: {
      '/token': token,
      '/info': { id: '7', client_id: 'app', real_name: null, display_name: 'Anna', sex: null, plan: [1] },
    },
    create: (url) => createYandex({ ...at(url), userinfoUrl: `${url}info`, clientSecret: 'x' }),
  },
  'VK ID': {
    responses: {
      '/token': { ...token, token_type: null, error: null, state: flow.state },
      '/info': { error: null, user: { user_id: 7, first_name: 'Anna', last_name: null, verified: true } },
    },
    create: (url) =>
      createVk({ ...at(url), userinfoUrl: `${url}info`, serviceToken: null, clientSecret: null }),
  },
  Facebook: {
    responses: {
      '/token': token,
      '/debug': { data: facebookChecks },
      '/me': { id: '7', name: 'Anna', email: null, locale: null },
    },
    create: (url) =>
      createFacebook(
        { ...at(url), debugTokenUrl: `${url}debug`, profileUrl: `${url}me`, clientSecret: 'x' },
        { now: () => 0 },
      ),
  },
}

const at = (url: string) => ({
  authorizationUrl: `${url}authorize`,
  tokenUrl: `${url}token`,
  clientId: 'app',
})

test.each(Object.entries(providers))('null of %s means absent', async (_name, { responses, create }) => {
  const url = await startServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(responses[path]))
  })
  expect(await create(url).finishLogin({ code: 'c', state: flow.state }, flow)).toMatchObject({
    subject: '7',
    name: 'Anna',
    label: 'Anna',
  })
})
