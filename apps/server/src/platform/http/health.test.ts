import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { buildApp } from '../../app.ts'

test('a hub that drains is not ready at once, and leaves the rotation of a proxy in the second half', async ({
  hub,
}) => {
  const drain = { isDraining: false, isLeaving: false }
  const app = await buildApp(hub.context, null, {
    isDraining: () => drain.isDraining,
    isLeaving: () => drain.isLeaving,
  })
  const statuses = async () =>
    Promise.all(
      ['/healthz', '/readyz', '/readyz/process'].map(async (url) => (await app.inject(url)).statusCode),
    )
  expect(await statuses()).toEqual([200, 200, 200])
  drain.isDraining = true
  expect(await statuses()).toEqual([200, 503, 200])
  drain.isLeaving = true
  expect(await statuses()).toEqual([200, 503, 503])
  await app.close()
})
