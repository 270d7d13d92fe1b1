import { expect, test } from 'vitest'
import { findSiteLock } from './site-lock.ts'

test.each([
  ['poki.com', `if (location.hostname.indexOf("poki.com") < 0) location.href = "https://example.com"`],
  [
    'poki.com',
    `const hosts=["localhost",".poki.com",".poki-gdn.com"];hosts.some(h=>window.location.hostname.endsWith(h))||stop()`,
  ],
  ['poki.com', `["bG9jYWxob3N0","LnBva2kuY29t"].map(atob)`],
  ['crazygames.com', `!document.referrer.includes('crazygames.com') && die()`],
  [
    'crazygames.com',
    `var ok=["www.crazygames.com"].includes(new URL(document.referrer).host),h=location.host`,
  ],
  ['crazygames.com', `atob("Y3JhenlnYW1lcy5jb20=")`],
  ['gamedistribution.com', `location.ancestorOrigins[0].endsWith(".gamedistribution.com")`],
  ['yandex.ru', `if (!/x/.test(location.host) && document.location.hostname !== 'yandex.ru') lock()`],
  ['itch.io', `allowed = ['itch.io', 'itch.zone']; if (!allowed.includes(document.domain)) throw 1`],
])('a lock on %s is found in %s', (host, code) => {
  expect(findSiteLock(code)).toBe(host)
})

test.each([
  'https://sdk.crazygames.com/crazygames-sdk-v3.js',
  `<script src="https://game-cdn.poki.com/scripts/v2/poki-sdk.js"></script><script>const base = location.href</script>`,
  `more.onclick = () => { location.href = 'https://poki.com/en/g/other-game' }`,
  `fetch(location.origin + '/levels.json')`,
  `const portals = ['poki.com', 'crazygames.com']`,
  `link('https://yandex.ru/games/developer/1'); console.log(location.hostname)`,
])('no lock is found in %s', (code) => {
  expect(findSiteLock(code)).toBeUndefined()
})

test('megabytes of code are searched in a moment', () => {
  const startedAt = performance.now()
  for (const part of ['location.host ', '"poki.com" ', '"poki.com', 'a'])
    findSiteLock(part.repeat(Math.ceil((2 * 1024 * 1024) / part.length)))
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
