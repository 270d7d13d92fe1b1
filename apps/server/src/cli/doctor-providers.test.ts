/** What `doctor providers` compares with the accounts of the payment providers. */
import { expect, test } from 'vitest'
import { readOnHub, runOnHub } from '../../test/support/run-on-hub.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import type { DescribedCheck } from './doctor.ts'

async function listProblems(hub: TestHub, service: string): Promise<string[]> {
  const checks = (await readOnHub(hub, 'doctor providers')) as DescribedCheck[]
  return checks.find((check) => check.service === service)?.problems ?? []
}

const naming = (methods: string) => ({
  islandm3: (yaml: string) => yaml.replace('[card, yooMoney]', `[card, yooMoney, ${methods}]`),
})

test('methods that projects name and the shop does not have are reported, and so are those that it has', async () => {
  const hub = await startTestHub({
    env: { SANDBOX_YOOKASSA_METHODS: 'sbp,sberbank' },
    content: naming('sbp, mir_pay'),
  })
  expect(await listProblems(hub, 'YooKassa')).toEqual([
    expect.stringContaining('The shop does not have mir_pay'),
    expect.stringContaining('The shop offers sberbank'),
  ])
})

test('a shop whose methods are named is fine, and so is a test shop without them', async () => {
  const named = await startTestHub({ env: { SANDBOX_YOOKASSA_METHODS: 'sbp' }, content: naming('sbp') })
  expect(await listProblems(named, 'YooKassa')).toEqual([])
  expect(await listProblems(await startTestHub(), 'YooKassa')).toEqual([])
})

test('hosts that Stripe does not know are reported, and registered once with --fix', async () => {
  const hub = await startTestHub({ env: { OTHER_ORIGINS: 'https://islandm3.example https://play.example' } })
  const missing = ['islandm3.example', 'play.example'].map((host) => `${host} is not registered`)
  expect(await listProblems(hub, 'Stripe')).toEqual(missing.map((text) => expect.stringContaining(text)))
  const fixed = await runOnHub(hub, 'doctor providers --fix')
  expect(fixed.printed).toMatch(/^ok +Stripe /m)
  expect(await listProblems(hub, 'Stripe')).toEqual([])
  await runOnHub(hub, 'doctor providers --fix')
  const response = await fetch(`${hub.sandboxUrl}/v1/payment_method_domains`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data } = (await response.json()) as { data: { domain_name: string }[] }
  expect(data.map(({ domain_name }) => domain_name).toSorted()).toEqual(['islandm3.example', 'play.example'])
})

test('prepayments at Yandex Pay, whose second receipt it cannot register, are reported', async () => {
  const env = { YANDEX_PAY_RECEIPT_VAT: '20', YANDEX_PAY_RECEIPT_MODE: 'full_prepayment' }
  const [problem] = await listProblems(await startTestHub({ env }), 'Yandex Pay')
  expect(problem).toMatch(/registers no receipt of the delivery/)
})
