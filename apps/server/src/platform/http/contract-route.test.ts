import { routes } from '@playhub/contract'
import { operatorRoutes } from '@playhub/contract/operator'
import { expect } from 'vitest'
import type { ZodObject } from 'zod'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { parseQuery } from './contract-route.ts'

/** The GET calls whose parameters are all optional, with these parameters set to nothing. */
function listEmptyFilters(table: Record<string, object>): { path: string; query: string }[] {
  return Object.entries(table).flatMap(([key, route]) => {
    const [method, path = ''] = key.split(' ')
    if (method !== 'GET' || path.includes('{') || !('query' in route)) return []
    const fields = Object.entries((route.query as ZodObject).shape)
    if (fields.some(([, field]) => !field.safeParse(undefined).success)) return []
    return [{ path, query: fields.map(([name]) => `${name}=`).join('&') }]
  })
}

test('an empty parameter is no filter, in every call', async ({ hub }) => {
  const player = await hub.logIn()
  const owner = await addTestOperator(hub, { role: 'owner', project: '*' })
  const calls = [
    ...listEmptyFilters(routes).map((call) => ({ ...call, base: '/api' })),
    ...listEmptyFilters(operatorRoutes).map((call) => ({ ...call, base: '/api/operator/v1' })),
  ]
  expect(calls.length).toBeGreaterThan(10)
  const headers = { authorization: `Bearer ${player.jwt}`, cookie: owner.cookie, 'x-operator': '1' }
  for (const { base, path, query } of calls) {
    const [all, filtered] = await Promise.all(
      [`${base}${path}`, `${base}${path}?${query}`].map(async (url) => {
        const response = await fetch(new URL(url, hub.url), { headers })
        return { status: response.status, body: await response.text() }
      }),
    )
    expect(filtered?.status, path).toBe(200)
    // Each export is in the audit log itself.
    if (path !== '/audit/export') expect(filtered, path).toEqual(all)
  }
})

test('empty values of a repeated parameter are left out', () => {
  expect({ ...parseQuery('a=&b=1&c=&c=2&d=3&d=&d=4&e') }).toEqual({ b: '1', c: '2', d: ['3', '4'] })
  expect(Object.keys(parseQuery('__proto__=1'))).toEqual(['__proto__'])
})
