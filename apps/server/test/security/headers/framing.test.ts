import { expect, test } from 'vitest'
import { framingProject } from '../../../src/site/pages/framing.ts'
import { openSite } from '../../support/site.ts'

const catalogue = {
  project: (id: string) => (id === 'ours' || id === 'theirs' ? { id } : undefined),
} as never
const order = '0199b1de-0000-7000-8000-000000000001'
const findOrderProject = async (id: string) => (id === order ? 'ours' : undefined)

const projectAt = async (url: string, tenant = 'playhub') =>
  (await framingProject({ catalogue, findOrderProject }, url, tenant))?.id

test.each([
  ['/games/en/ours/', 'ours'],
  ['/prices/ours', 'ours'],
  ['/session/login?project=ours', 'ours'],
  ['/session/login/session/web/en/ours', 'ours'],
  ['/session/login/session/web/en/ours/token', 'ours'],
  ['/session/login/email/session/web?project=ours', 'ours'],
  ['/session/registration?project=ours', 'ours'],
  [`/payments/process/${order}`, 'ours'],
  [`/payments/stripe/${order}?project=theirs`, 'ours'],
  [`/payments/process/${order}/web/en/theirs`, 'ours'],
  ['/payments/process/unknown/web/en/theirs', 'theirs'],
  ['/payments/done?project=ours', 'ours'],
  ['/loader?project=ours', 'ours'],
  ['/unauthorized?project=ours', 'ours'],
])('%s may be framed by %s', async (url, project) => {
  expect(await projectAt(url)).toBe(project)
})

test.each([
  '/settings',
  '/settings/',
  '/Settings',
  '/%73ettings',
  '//settings',
  '//[',
  '/transactions',
  '/transactions/help',
  '/my-games',
  '/auth/recovery-password',
  '/auth/undo',
  '/anything',
])('%s may be framed by the hub only', async (url) => {
  expect(await projectAt(`${url}?project=ours`, 'ours')).toBeUndefined()
})

test('a page that names no project is about that of its host', async () => {
  expect(await projectAt('/games/en/', 'ours')).toBe('ours')
  expect(await projectAt('/session/login', 'ours')).toBe('ours')
  expect(await projectAt('/session/login')).toBeUndefined()
  expect(await projectAt('/games/en/nothing/', 'ours')).toBeUndefined()
})

test('the headers of a page allow the origins of its project, and else no other site', async () => {
  const site = await openSite({ GAMES_URL: 'https://games.test' })
  const framing = async (url: string) => {
    const { headers } = await site.inject({ url })
    const [, ancestors] = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    return [ancestors, headers['x-frame-options']]
  }
  for (const url of ['/settings', '/transactions', '/auth/undo', '/games/en/', '/docs/terms.html']) {
    expect([url, ...(await framing(url))]).toEqual([url, "'self'", 'SAMEORIGIN'])
  }
  for (const url of ['/games/en/islandm3/', '/prices/islandm3', '/session/login?project=islandm3']) {
    const [ancestors, option] = await framing(url)
    expect([url, ancestors]).toEqual([url, expect.stringMatching(/^'self' https?:\/\//)])
    expect(option).toBeUndefined()
  }
})
