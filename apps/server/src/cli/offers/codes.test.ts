import { expect } from 'vitest'
import { test as base } from '../../../test/support/hub-test.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import { printResponse } from '../staff/print-response.ts'

const project = 'islandm3'
const offers = `
offers:
  - { id: streamers, kind: code, items: all, percent: 20 }
`
const test = base.extend('hubOptions', { content: { [project]: (yaml) => yaml + offers } })
const why = ['--by', 'olga', '--reason', 'For a stream']
const create = ['codes', 'create', project, 'streamers', '--count']

test('an operator makes codes, one a line or as JSON, lists their batch and takes it back', async ({
  hub,
}) => {
  const { code, printed } = await runOnHub(hub, [...create, '3', ...why])
  expect(code).toBe(0)
  expect(printed).toMatch(
    /^Codes of streamers in islandm3.*shown only once\.\n.*\n(?:[A-Z]{10}\n){2}[A-Z]{10}$/,
  )
  const json = await runOnHub(hub, [...create, '2', ...why, '--json'])
  expect(JSON.parse(json.printed)).toEqual({ codes: [expect.any(String), expect.any(String)] })

  const batches = await readOnHub(hub, `codes list ${project} streamers`)
  expect(batches).toMatchObject([
    { codes: 2, createdBy: 'olga' },
    { codes: 3, used: 0 },
  ])
  const revoked = await runOnHub(hub, ['codes', 'revoke', batches[0].id, ...why])
  expect(revoked).toMatchObject({ code: 0, printed: 'No code of this batch works any more.' })
  expect(await readOnHub(hub, `offers list ${project}`)).toMatchObject([{ id: 'streamers', codes: 3 }])
  const audit = await readOnHub(hub, 'audit')
  expect(audit.slice(0, 3)).toMatchObject([
    { action: 'codes.revoke', operator: 'olga', before: { offerId: 'streamers', codes: 2 } },
    { action: 'codes.create', after: { offerId: 'streamers', codes: 2 } },
    { action: 'codes.create', reason: 'For a stream' },
  ])
})

test('a shell lists instants and amounts of offers as a person reads them', async ({ hub }) => {
  const player = await hub.logIn()
  const { printed: made } = await runOnHub(hub, [...create, '1', ...why])
  const code = made.split('\n').at(-1) ?? ''
  const order = await hub.callOk('POST /payments/create', {
    as: player,
    body: { itemId: 'islandm3-hints', code },
  })
  await runOnHub(hub, ['orders', 'grant', order.id, ...why])
  const { printed } = await runOnHub(hub, ['offers', 'list', project])
  expect(printed).toContain('streamers')
  expect(printed).not.toMatch(/\d{13}/)
})

test('amounts are printed with their currency, or that of the whole', () => {
  const lines: string[] = []
  const context = { print: (line: string) => void lines.push(line), setJson: () => {} } as never
  const result = {
    currency: 'USD',
    offers: { listMinor: 499 },
    revenue: [
      { currency: 'USD', amountMinor: 250 },
      { currency: 'RUB', amountMinor: 9900 },
    ],
  }
  const exchange = { request: { params: {}, query: {}, body: {} }, response: { data: { result } } }
  printResponse(context, { command: { name: 'orders show' } }, exchange)
  expect(lines).toContain('  listMinor: $4.99')
  const offers = { name: 'offers list', columns: ['from', 'revenue'] }
  const row = { ...result, from: Date.UTC(2030, 0, 1) }
  printResponse(context, { command: offers }, { ...exchange, response: { data: { result: [row] } } })
  expect(lines.at(-1)).toBe('2030-01-01T00:00:00.000Z  $2.50, ₽99')
})

test('codes need a count, a name, a reason and an offer with codes', async ({ hub }) => {
  const refused = async (args: string[]) => {
    const { code, printed } = await runOnHub(hub, ['codes', 'create', project, ...args])
    expect(code).toBe(1)
    return printed
  }
  expect(await refused(['streamers', ...why])).toContain('"codes create" needs --count <number>.')
  expect(await refused(['streamers', '--count', '0', ...why])).toContain('--count')
  expect(await refused(['streamers', '--count', '100001', ...why])).toContain('--count')
  expect(await refused(['streamers', '--count', '1'])).toContain('--by')
  expect(await refused(['none', '--count', '1', ...why])).toContain('There is no such offer')
})
