import { startSelfSignedServer } from '@playhub/test-kit/self-signed-server'
import { expect, test } from 'vitest'
import { boundedFetch, networkReason } from './bounded-fetch.ts'

test('a server whose certificate nobody has signed gets no request', async (context) => {
  const { url, requests } = await startSelfSignedServer(context)
  const limits = { timeoutMs: 5000, maxResponseBytes: 1024 }
  const error = await boundedFetch(url, { method: 'POST', body: 'secret' }, limits).catch((cause) => cause)
  expect(networkReason(error)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(requests()).toBe(0)
})
