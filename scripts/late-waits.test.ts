import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folders = ['apps', 'e2e', 'games', 'packages']
const isOwn = (path: string) => !/(^|\/)(node_modules|dist)\//.test(path)

/** Awaited at once, the event of an earlier statement may be over; a toast lasts two seconds. */
const lateWait =
  /await [\w.]+\.waitFor(Event|Request|Response)\(|await [\w.]+\.getByText\([^\n]*errors:toast[^\n]*\.waitFor\(/g

function findLateWaits(source: string): string[] {
  return source.match(lateWait) ?? []
}

test('a wait that begins after its cause is found', () => {
  const late = "await button.click()\nconst popup = await page.waitForEvent('popup')"
  const inTime = "await Promise.all([page.waitForEvent('popup'), button.click()])"
  expect([late, inTime].map((source) => findLateWaits(source).length)).toEqual([1, 0])
})

test('no browser test registers a wait after its cause', () => {
  const files = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { exclude: (path) => !isOwn(`${path}/`) }),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files
    .filter(isOwn)
    .flatMap((file) => findLateWaits(readFileSync(file, 'utf8')).map((wait) => `${file}: ${wait}`))
  expect(found).toEqual([])
})
