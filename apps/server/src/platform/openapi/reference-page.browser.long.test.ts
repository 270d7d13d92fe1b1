import { routes, serverRoutes } from '@playhub/contract'
import { launchChromium } from '@playhub/test-kit/chromium'
import { expect, onTestFinished } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'

test('the reference page lists every call under a policy that allows only its own files', async ({ hub }) => {
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => request.url().startsWith(hub.url) || problems.push(request.url()))
  const response = await page.goto(`${hub.url}/api/docs`)
  const policy = response?.headers()['content-security-policy']
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  await page.locator('.opblock').first().waitFor()
  const listed = await page
    .locator('.opblock-summary-path')
    .evaluateAll((all) => all.map((element) => element.getAttribute('data-path')))
  const paths = [
    ...Object.keys(routes),
    ...Object.keys(serverRoutes).map((key) => key.replace(' ', ' /server/v1')),
  ].map((key) => key.split(' ')[1])
  expect(listed.toSorted()).toEqual(paths.toSorted())
  expect(problems).toEqual([])
})
