import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bridgeErrors } from '@playhub/contract/bridge-protocol'
import { launchChromium } from '@playhub/test-kit/chromium'
import { expect, test } from 'vitest'

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = readText('README.md')
const [, sample = ''] = readme.match(/```html\n(.*?)```/s) ?? []
const [, address = '', path = ''] = /src="(http:\/\/localhost:3000)(\/sdk\/[^"]+)"/.exec(sample) ?? []

test('the sample is as many lines of game code as its heading says', () => {
  const [, code = ''] = sample.match(/<script type="module">\n(.*?)\n<\/script>/s) ?? []
  expect(readme).toContain('## Sell an item in eighteen lines')
  expect(code.split('\n').length).toBe(18)
})

test('the README lists every error with its sentence', () => {
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` \| (.*) \|$/gm)].map(([, code, sentence]) => [
    code,
    sentence,
  ])
  expect(Object.fromEntries(rows)).toEqual(bridgeErrors)
})

test('the sample, unchanged but for its hub, sells an item and keeps it after a reload', async () => {
  const scripts = [path, path.replace('playhub.js', 'local.mjs')]
  const server = createServer(({ url = '' }, response) => {
    const isScript = scripts.includes(url)
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? readText(`released${url.replace('/sdk', '')}`) : sample.replace(address, ''))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const gems = (count: string) => page.locator('output', { hasText: new RegExp(`^${count}$`) }).waitFor()
    const buy = page.getByRole('button', { name: 'Buy 100 gems' })
    await gems('0')
    await buy.click()
    await gems('100')
    await page.reload()
    await gems('100')
    await buy.click()
    await gems('200')
  } finally {
    await browser.close()
    server.close()
  }
})
