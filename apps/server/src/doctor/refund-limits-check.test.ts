import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import type { DescribedCheck } from '../cli/doctor.ts'

async function check(hub: TestHub): Promise<DescribedCheck | undefined> {
  const checks = JSON.parse((await runOnHub(hub, 'doctor --json')).printed) as DescribedCheck[]
  return checks.find(({ service }) => service === 'Refund limits')
}

test('the sample content limits refunds by support', async ({ hub }) => {
  expect(await check(hub)).toEqual({
    ...{ service: 'Refund limits', found: 'for support: 5000 RUB, 60 USD', problems: [] },
  })
})
