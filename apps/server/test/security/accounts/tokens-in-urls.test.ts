import { expect, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app.ts'
import { test } from '../../support/hub-test.ts'

test('a login token in a URL is never logged, even when the page fails', async ({ hub }) => {
  const { jwt } = await hub.logIn()
  const app = await buildApp(hub.context, async ({ url }) => {
    throw new Error(`No page at ${url}`)
  })
  onTestFinished(() => app.close())
  const origin = await app.listen({ port: 0 })
  const result = encodeURIComponent(
    JSON.stringify({ data: { jwt }, type: 'login', isError: false, errorCode: null }),
  )
  const urls = [
    `/games/en/?jwt=${jwt}`,
    `/session/login/s/web/en/playhub/${jwt}`,
    `/payments/process/1/s/web/en/playhub/${jwt}`,
    `/api/auth/check/${jwt}`,
    `/api/me?jwt=${jwt}`,
    `/passport/google?jwt=${jwt}`,
    `/unauthorized?result=${result}`,
    `/session/loginDone?result=${result}`,
    `/no/such/page/${jwt}`,
  ]
  for (const href of urls) await fetch(origin + href, { redirect: 'manual' })
  expect(hub.logs().match(/Request failed/g)?.length).toBeGreaterThanOrEqual(5)
  expect(hub.logs()).toContain('No page at /session/login/s/web/en/playhub/[redacted]')
  const [header = '', claims = '', signature = ''] = jwt.split('.')
  for (const part of [`${header}.`, claims, signature]) expect(hub.logs()).not.toContain(part)
})
