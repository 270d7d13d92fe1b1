/** Traffic recorded by other tests: see `scripts/fidelity.ts`. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedCall, RecordedEvent } from '@playhub/sandbox'
import { skipped } from '@playhub/test-kit/skipped'
import { test as base, describe, expect } from 'vitest'
import { findMismatches } from './documents.ts'
import { findTypeErrors } from './stripe-types.ts'
import * as yandexPay from './yandex-pay-documents.ts'
import * as yookassa from './yookassa-documents.ts'

const folder = process.env.RECORDED_TRAFFIC
const test = folder ? base : skipped<typeof base>('npm run fidelity runs it')

function readTraffic(provider: string): (RecordedCall | RecordedEvent)[] {
  const lines = globSync(join(folder ?? '', '*.jsonl')).flatMap((file) =>
    readFileSync(file, 'utf8').split('\n').filter(Boolean),
  )
  const recorded = lines.map((line) => JSON.parse(line) as RecordedCall | RecordedEvent)
  return recorded.filter((one) => one.provider === provider)
}

describe('in all recorded tests', () => {
  test('Stripe', async () => {
    const traffic = readTraffic('stripe')
    console.log(`${traffic.length} different requests, answers and events`)
    expect(await findTypeErrors(traffic)).toEqual([])
  }, 300_000)

  test('YooKassa', () => {
    const documents = { calls: yookassa.calls, failure: yookassa.Failure, event: yookassa.Notification }
    const traffic = readTraffic('yookassa')
    console.log(`${traffic.length} different requests, answers and events`)
    expect(findMismatches(traffic, documents)).toEqual([])
  })

  test('Yandex Pay', () => {
    const documents = { calls: yandexPay.calls, failure: yandexPay.Failure, event: yandexPay.Webhook }
    const traffic = readTraffic('yandex-pay')
    console.log(`${traffic.length} different requests, answers and events`)
    expect(findMismatches(traffic, documents)).toEqual([])
  })
})
