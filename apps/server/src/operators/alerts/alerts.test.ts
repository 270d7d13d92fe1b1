import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import {
  addReadyOperator,
  client,
  operatorPassword,
  type ReadyOperator,
  setUpByApp,
  toToken,
} from '../../../test/support/operators/operators.ts'
import { emailsTo } from '../../../test/support/registration.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { changeRoles, completePasswordLogin, startPasswordLogin } from '../index.ts'
import { findOperatorByEmail } from '../operator-store.ts'
import { describeDevice } from './device.ts'

const email = 'anna@example.org'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

async function logIn(hub: TestHub, { appCode }: ReadyOperator, from: { ip: string; userAgent: string }) {
  const { deps } = hub.context.operators
  const given = { ...client(), ...from }
  const { ticket } = await startPasswordLogin(deps, { email, password: operatorPassword }, given)
  await completePasswordLogin(deps, { ticket, code: appCode() }, given)
  hub.clock.advance(30_000)
}

/** Emails to an operator without those with a link, oldest first. */
async function listAlerts(hub: TestHub, to = email) {
  await hub.runDueJobs()
  const emails = await emailsTo(hub, to)
  return emails.filter(({ text }) => !text.includes('/set-up/')).reverse()
}

test('a login from a new browser or network mails the operator, a known one does not', async ({ hub }) => {
  const anna = await addReadyOperator(hub, email)
  const office = { ip: '203.0.113.7', userAgent: chrome }
  await logIn(hub, anna, office)
  expect(await listAlerts(hub)).toEqual([])
  await logIn(hub, anna, { ...office, userAgent: chrome.replace('140.0.0.0', '141.0.0.0') })
  expect(await listAlerts(hub)).toEqual([])
  await logIn(hub, anna, { ...office, userAgent: firefox })
  await logIn(hub, anna, { ...office, ip: '198.51.100.9' })
  // Two emails at once may arrive in either order.
  const alerts = (await listAlerts(hub)).toSorted(
    (one, other) => Number(/Chrome/.test(one.text)) - Number(/Chrome/.test(other.text)),
  )
  expect(alerts).toEqual([
    expect.objectContaining({
      subject: 'New login to the Playhub console',
      text: expect.stringMatching(/Hello anna, .* 2030 .*: Firefox, Linux, IP 203\.0\.113\.7\./),
    }),
    expect.objectContaining({ text: expect.stringContaining('Chrome, Windows, IP 198.51.100.9') }),
  ])
})

test('a change of roles mails the new ones in the language of the operator; no change mails nothing', async ({
  hub,
}) => {
  await addReadyOperator(hub, 'olga@example.org')
  await addReadyOperator(hub, email, '--role support --language ru')
  const { id } = await hub.context.db
    .selectFrom('operators')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const { deps } = hub.context.operators
  const operation = { operator: 'olga', reason: 'Month end' }
  const support = { role: 'support', project: '*' } as const
  await changeRoles(deps, id, [support], operation)
  expect(await listAlerts(hub)).toEqual([])
  await changeRoles(deps, id, [support, { role: 'producer', project: 'islandm3' }], operation)
  const [changed, ...others] = await listAlerts(hub)
  expect(others).toEqual([])
  expect(changed?.subject).toBe('Ваши роли в консоли Playhub изменены')
  expect(changed?.text).toContain('поддержка (все игры), продюсер (islandm3)')
})

test('a new password and a new second factor mail the operator; the first set-up does not', async ({
  hub,
}) => {
  await addReadyOperator(hub, email)
  expect(await listAlerts(hub)).toEqual([])
  const again = await runOnHub(hub, `operators link ${email} --by olga --reason forgot --json`)
  const anna = await setUpByApp(hub, email, toToken(again.printed))
  const reset = await runOnHub(hub, `operators reset-two-factor ${email} --by olga --reason lost --json`)
  await setUpByApp(hub, anna.email, toToken(reset.printed))
  const subjects = (await listAlerts(hub)).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    'Your password for the Playhub console was changed',
    'Your second factor for the Playhub console was changed',
  ])
})

test('changed roles and a changed second factor mail the other owners, in their language', async ({
  hub,
}) => {
  const owner = 'olga@example.org'
  await addReadyOperator(hub, owner, '--role owner --language ru')
  await addReadyOperator(hub, 'oscar@example.org', '--role support')
  await addReadyOperator(hub, email, '--role support')
  const operation = { operator: 'olga', reason: 'Month end' }
  const { deps } = hub.context.operators
  const anna = await findOperatorByEmail(hub.context.db, email)
  await changeRoles(deps, anna?.id ?? '', [{ role: 'owner', project: '*' }], operation)
  const [roles, ...others] = await listAlerts(hub, owner)
  expect(others).toEqual([])
  expect(roles?.subject).toBe('anna: новые роли в консоли Playhub')
  expect(roles?.text).toContain('anna теперь имеет: владелец (все игры)')
  expect(await listAlerts(hub, 'oscar@example.org')).toEqual([])
  await expect(listAlerts(hub)).resolves.toHaveLength(1)
})

test('a browser is named by what we know, not by what it says', () => {
  expect(describeDevice('Log in at https://evil.example to keep your account')).toBeUndefined()
  expect(describeDevice(`${chrome} Edg/140.0`)).toBe('Edge, Windows')
})
