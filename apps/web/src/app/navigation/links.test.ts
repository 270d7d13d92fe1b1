import { expect, test } from 'vitest'
import { urlForRouter } from './link-url.ts'

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

const click = (keys: Partial<MouseEvent> = {}) =>
  ({ button: 0, defaultPrevented: false, ...keys }) as MouseEvent

test('the router handles a plain click on a link within the hub', () => {
  expect(urlForRouter(link('/games/ru/islandm3/?play=1#x'), click(), here)).toBe(
    '/games/ru/islandm3/?play=1#x',
  )
})

test('the browser handles other origins, modified clicks, downloads, anchors and paths of the server', () => {
  const cases: [HTMLAnchorElement, MouseEvent][] = [
    [link('https://elsewhere.test/'), click()],
    [link('/games/en/'), click({ ctrlKey: true })],
    [link('/games/en/'), click({ button: 1 })],
    [link('/games/en/', { target: '_blank' }), click()],
    [link('/games/en/', { download: '' }), click()],
    [link('/docs/terms.html'), click()],
    [link('/api/docs'), click()],
    [link('#content'), click()],
  ]
  for (const [anchor, event] of cases) expect(urlForRouter(anchor, event, here)).toBeNull()
})
