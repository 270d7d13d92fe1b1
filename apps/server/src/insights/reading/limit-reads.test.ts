import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { limitReads } from './limit-reads.ts'

test('two reads run at once, twenty wait, and further ones are told to come back', async ({ hub }) => {
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  const held = Promise.withResolvers<void>()
  let running = 0
  const read = async () => {
    running += 1
    await held.promise
  }
  const reads = Array.from({ length: 22 }, () => limitReads(read))
  const refused = await operator.call('GET /insights', { query: {} })
  const running22 = running
  held.resolve()
  await Promise.all(reads)
  expect(refused).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
  expect([running22, running]).toEqual([2, 22])
  expect((await operator.call('GET /insights', { query: {} })).status).toBe(200)
})
