import { expect } from 'vitest'
import { isolatedTest } from '../../../test/fixtures.ts'

let clockMs = Date.parse('2030-01-01T00:00:00Z')
const test = isolatedTest.extend('options', { scope: 'file' }, () => ({ now: () => clockMs }))

test('a search finds intents by their metadata and status, but not at once', async ({ environment }) => {
  const { stripe } = environment
  const create = (attemptId: string) =>
    stripe.paymentIntents.create({ amount: 499, currency: 'usd', metadata: { attemptId } })
  const [wanted] = [await create('one'), await create('two')]
  const found = async (query: string) =>
    (await stripe.paymentIntents.search({ query })).data.map(({ id }) => id)
  expect(await found("metadata['attemptId']:'one'")).toEqual([])
  clockMs += 60_000
  expect(await found("metadata['attemptId']:'one'")).toEqual([wanted.id])
  expect(await found("metadata['attemptId']:'one' AND status:'succeeded'")).toEqual([])
  expect(await found(`amount>400 AND created<=${wanted.created} AND currency:"usd"`)).toHaveLength(2)
  await expect(found('metadata is one')).rejects.toMatchObject({ statusCode: 400 })
  await expect(found('')).rejects.toMatchObject({ statusCode: 400 })
})
