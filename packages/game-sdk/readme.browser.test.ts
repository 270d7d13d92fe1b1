import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { buildSdk } from './build.ts'

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const [, sample = ''] = readme.match(/```html\n(.*?)```/s) ?? []

test('the sample is ten lines of game code', () => {
  const [, code = ''] = sample.match(/<script type="module">\n(.*?)\n<\/script>/s) ?? []
  expect(code.split('\n').length).toBeLessThanOrEqual(10)
})

test('the sample sells an item unchanged', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'playhub-readme-'))
  await buildSdk({ outDir })
  const sdk = readFileSync(join(outDir, 'playhub-sdk.js'))
  const server = createServer(({ url }, response) => {
    const isScript = url === '/playhub-sdk.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? sdk : sample)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
    ],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await page.getByRole('button', { name: 'Buy 100 gems' }).click()
    await page.locator('output', { hasText: '100' }).waitFor()
  } finally {
    await browser.close()
    server.close()
    rmSync(outDir, { recursive: true })
  }
})
