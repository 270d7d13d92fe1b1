/** The console on a host of its own, open to one network: `CONSOLE_URL` and `CONSOLE_NETWORKS`. */
import { expect } from 'vitest'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { logInOwner } from '../../steps/operator.ts'

const t = consoleTranslator('en')
const toConsoleUrl = (hubUrl: string) => hubUrl.replace('localhost', 'console.localhost')

const test = journey({
  start: () =>
    startEnvironment((hubUrl) => ({
      CONSOLE_URL: toConsoleUrl(hubUrl),
      CONSOLE_NETWORKS: '127.0.0.0/8 ::1/128',
      TRUST_PROXY: 'true',
    })),
}).extend('openConsole', ({ environment, openTab }) => {
  const baseUrl = toConsoleUrl(environment.hubUrl)
  return () => openTab({ baseUrl })
})

test('an owner logs in at CONSOLE_URL, where pages and links have no path in front', async ({
  environment,
  openConsole,
}) => {
  const { page, allowConsoleErrors } = await openConsole()
  allowConsoleErrors(/status of 401/)
  await page.goto('/')
  await page.getByRole('heading', { name: t('login:title') }).waitFor()
  await logInOwner(page, environment)
  await page.getByRole('link', { name: /tickets? waits? for an answer/ }).click()
  await page.locator('a[data-row]').first().click()
  await page.waitForURL(/^http:\/\/console\.localhost:\d+\/tickets\/[0-9a-f-]{36}$/)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const cookies = await page.context().cookies()
  expect(cookies).toMatchObject([
    { name: 'operator', domain: 'console.localhost', path: '/', httpOnly: true, sameSite: 'Strict' },
  ])
})

test("players' hosts have neither the console nor its API, and the console's host has nothing else", async ({
  environment: { hubUrl },
  openTab,
}) => {
  const tab = await openTab()
  tab.allowConsoleErrors(/status of 40[14]/)
  const getStatus = async (url: string) => (await tab.page.goto(url))?.status()
  for (const path of ['/console', '/console/orders', '/api/operator/v1/session'])
    expect(await getStatus(`${hubUrl}${path}`), path).toBe(404)
  const consoleUrl = toConsoleUrl(hubUrl)
  expect(await getStatus(`${consoleUrl}/api/operator/v1/session`)).toBe(401)
  for (const path of ['/api/control/get-initial-config', '/api/openapi.json', '/prices'])
    expect(await getStatus(`${consoleUrl}${path}`), path).toBe(404)
})

test('outside the allowed networks there is no console', async ({ openConsole }) => {
  const tab = await openConsole()
  tab.allowConsoleErrors(/status of 404/)
  await tab.context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7' })
  for (const path of ['/', '/sign-in', '/api/operator/v1/session'])
    expect((await tab.page.goto(path))?.status(), path).toBe(404)
  // The proxy adds the client's IP last, so a client cannot claim another one.
  await tab.context.setExtraHTTPHeaders({ 'x-forwarded-for': '127.0.0.1, 203.0.113.7' })
  expect((await tab.page.goto('/'))?.status()).toBe(404)
  await tab.context.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.7, 127.0.0.1' })
  expect((await tab.page.goto('/'))?.status()).toBe(200)
})
