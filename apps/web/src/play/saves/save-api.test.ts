import { expect, test, vi } from 'vitest'
import { saveApi } from './save-api.ts'

/** Browsers refuse longer requests from a page already gone. */
const maxKeepaliveBytes = 65_536

test.for([
  ['short text', 'x'.repeat(50_000), true],
  ['letters of two bytes', 'я'.repeat(40_000), false],
  ['quotes, which are escaped', '"'.repeat(40_000), false],
] as const)('a save of %s fits into its request', async ([_, text, isKeptAlive]) => {
  const request = vi.fn(async (_url: string, _init: RequestInit) => Response.json({ data: { result: {} } }))
  vi.stubGlobal('fetch', request)
  await saveApi.write({ project: 'island', key: 'progress', value: JSON.stringify(text), version: 0 })
  vi.unstubAllGlobals()
  const init = request.mock.calls[0]?.[1]
  expect(init?.keepalive).toBe(isKeptAlive)
  if (isKeptAlive) expect(Buffer.byteLength(`${init?.body}`)).toBeLessThan(maxKeepaliveBytes)
})

test('a refusal by a proxy or a firewall is no refusal by the hub', async () => {
  vi.stubGlobal('fetch', async () => new Response('Blocked', { status: 403 }))
  const write = { project: 'island', key: 'progress', value: '1', version: 0 }
  expect(await saveApi.write(write)).toEqual({ kind: 'failed' })
  vi.unstubAllGlobals()
})
