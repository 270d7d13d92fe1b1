import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { emailsTo } from '../../../test/support/registration.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const owner = { role: 'owner', project: '*' } as const

async function addPasskey(hub: TestHub, operator: OperatorClient) {
  const authenticator = createAuthenticator(hub)
  const options = (await operator.callOk('POST /session/passkeys/options')).data.result
  const body = { name: 'Laptop', passkey: authenticator.create(options) }
  return (await operator.callOk('POST /session/passkeys', { body })).data.result
}

const appCode = (hub: TestHub, secret: string) =>
  new TOTP({ secret }).generate({ timestamp: hub.clock.now() })

test('an operator with an app adds a passkey and then removes the app; the last factor stays', async ({
  hub,
}) => {
  const operator = await addTestOperator(hub, owner)
  expect(await operator.call('DELETE /session/app')).toMatchObject({ body: { code: 'LAST_SECOND_FACTOR' } })
  const added = await addPasskey(hub, operator)
  expect(added).toMatchObject({ passkeys: [{ name: 'Laptop', lastUsedAt: null }], recoveryCodes: 10 })
  expect((await operator.callOk('DELETE /session/app')).data.result.appAddedAt).toBeNull()
  const params = { id: added.passkeys[0]?.id ?? '' }
  expect(await operator.call('DELETE /session/passkeys/{id}', { params })).toMatchObject({
    body: { code: 'LAST_SECOND_FACTOR' },
  })
  const { data } = await operator.callOk('GET /audit', { query: { subject: operator.id } })
  const actions = data.result.map(({ action }) => action)
  expect(actions.slice(0, 2)).toEqual(['operator.remove-app', 'operator.add-passkey'])
  const emails = await emailsTo(hub, operator.email)
  const changed = emails.filter(
    ({ subject }) => subject === 'Your second factor for the Playhub console was changed',
  )
  expect(changed).toHaveLength(2)
})

test('a new app replaces the old one by its first code, and the old secret logs nobody in', async ({
  hub,
}) => {
  const operator = await addTestOperator(hub, owner)
  // The login has used the code of this period.
  hub.clock.advance(MINUTE_MS)
  const { secret, ticket } = (await operator.callOk('POST /session/app')).data.result
  const wrong = { secret, ticket, code: appCode(hub, operator.secret) }
  expect(await operator.call('POST /session/app/code', { body: wrong })).toMatchObject({
    body: { code: 'SECOND_FACTOR_CODE_INCORRECT' },
  })
  await operator.callOk('POST /session/app/code', { body: { secret, ticket, code: appCode(hub, secret) } })
  hub.clock.advance(MINUTE_MS)
  const prove = (code: string) => operator.call('POST /session/proof/code', { body: { code } })
  expect((await prove(appCode(hub, operator.secret))).status).toBe(400)
  expect((await prove(appCode(hub, secret))).status).toBe(200)
})

test('a secret that the hub did not make for this operator, or made long ago, is refused', async ({
  hub,
}) => {
  const operator = await addTestOperator(hub, owner)
  const other = await addTestOperator(hub, owner)
  const made = (await operator.callOk('POST /session/app')).data.result
  const confirm = (client: Pick<OperatorClient, 'call'>, secret: string) =>
    client.call('POST /session/app/code', {
      body: { secret, ticket: made.ticket, code: appCode(hub, secret) },
    })
  const expired = { body: { code: 'SECOND_FACTOR_SET_UP_EXPIRED' } }
  expect(await confirm(operator, operator.secret)).toMatchObject(expired)
  expect(await confirm(other, made.secret)).toMatchObject(expired)
  hub.clock.advance(11 * MINUTE_MS)
  expect(await confirm(await operator.prove(), made.secret)).toMatchObject(expired)
})
