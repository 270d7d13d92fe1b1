import { toFinding } from '@playhub/contract/operator/sentences/checks'
import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { addReadyOperator, invite, logInOperator } from '../../test/support/operators/operators.ts'
import { readOnHub, runOnHub } from '../../test/support/run-on-hub.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import type { DescribedCheck } from '../cli/doctor.ts'
import { MINUTE_MS } from '../platform/clock.ts'
import { listNetworkProblems } from './console-check.ts'

const email = 'anna@example.org'

async function check(hub: TestHub): Promise<DescribedCheck | undefined> {
  // The hub notices the first owner within seconds.
  hub.clock.advance(MINUTE_MS)
  const checks = (await readOnHub(hub, 'doctor')) as DescribedCheck[]
  return checks.find(({ service }) => service === 'Console')
}

test('without owners there is no console, which is no problem', async ({ hub }) => {
  expect(await check(hub)).toMatchObject({ found: 'does not exist: no owner was added', problems: [] })
})

test('an owner who has not used the link cannot log in; one who has can', async ({ hub }) => {
  await invite(hub, email)
  expect((await check(hub))?.problems).toEqual([expect.stringMatching(/^No owner is active: /)])
  await addReadyOperator(hub, 'boris@example.org')
  const ready = await check(hub)
  expect(ready?.problems).toEqual([])
  expect(ready?.found).toBe(`is at ${hub.context.config.console.url}; active owners: 1`)
})

test('an owner whose second factor was reset is named', async ({ hub }) => {
  await addReadyOperator(hub, email)
  await runOnHub(hub, `operators reset-two-factor ${email} --by olga --reason lost`)
  expect((await check(hub))?.problems).toEqual([
    'anna@example.org is an owner without a two-factor method: they use their link, or get a new one.',
  ])
})

const ownHost = test.extend('hubOptions', { env: { CONSOLE_URL: 'https://console.localhost:9' } })
ownHost('a host that does not lead to the hub is named', async ({ hub }) => {
  await addReadyOperator(hub, email)
  expect((await check(hub))?.problems).toEqual([
    expect.stringMatching(/^https:\/\/console\.localhost:9 cannot be opened from here \(.+\): check DNS/),
  ])
})

const limited = test.extend('hubOptions', { env: { CONSOLE_NETWORKS: '198.51.100.0/24' } })
limited('an allow list without the IPs of past logins may lock everybody out', async ({ hub }) => {
  const operator = await addReadyOperator(hub, email)
  expect((await check(hub))?.problems).toEqual([])
  await logInOperator(hub, operator)
  expect((await check(hub))?.problems).toEqual([
    'CONSOLE_NETWORKS (198.51.100.0/24) has none of the IPs that operators have logged in from, such as 203.0.113.7: nobody may be able to open the console.',
  ])
})

test('an allow list needs the IPs of clients, which a proxy passes on', () => {
  const config = (trustProxy: boolean) => ({
    mode: 'production' as const,
    http: { trustProxy },
    console: { url: 'https://console.example', hasOwnHost: true, networks: ['203.0.113.0/24'] },
  })
  expect(listNetworkProblems(config(false), [])).toEqual([toFinding('console.proxy-ip')])
  expect(listNetworkProblems(config(true), ['198.51.100.1', '203.0.113.7'])).toEqual([])
})
