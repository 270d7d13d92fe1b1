import { expect, test } from 'vitest'
import { addressForRouter } from './links.ts'

const here = new URL('http://hub.test/games/ru/') as unknown as Location

function link(href: string, attributes: Record<string, string> = {}): HTMLAnchorElement {
  const url = new URL(href, here.href)
  const parts = { origin: url.origin, pathname: url.pathname, search: url.search, hash: url.hash }
  return {
    ...parts,
    target: attributes.target ?? '',
    hasAttribute: (name: string) => name in attributes,
  } as unknown as HTMLAnchorElement
}

const press = (keys: Partial<MouseEvent> = {}) =>
  ({ button: 0, defaultPrevented: false, ...keys }) as MouseEvent

test('a plain press on a link of ours goes to the router', () => {
  expect(addressForRouter(link('/games/ru/islandm3/?play=1#x'), press(), here)).toBe(
    '/games/ru/islandm3/?play=1#x',
  )
})

test('the browser keeps what is not ours, not plain, or not a page of the client', () => {
  const kept: [HTMLAnchorElement, MouseEvent][] = [
    [link('https://elsewhere.test/'), press()],
    [link('/games/en/'), press({ ctrlKey: true })],
    [link('/games/en/'), press({ button: 1 })],
    [link('/games/en/', { target: '_blank' }), press()],
    [link('/games/en/', { download: '' }), press()],
    [link('/docs/terms.html'), press()],
    [link('/api/docs'), press()],
    [link('#content'), press()],
  ]
  for (const [one, event] of kept) expect(addressForRouter(one, event, here)).toBeNull()
})
