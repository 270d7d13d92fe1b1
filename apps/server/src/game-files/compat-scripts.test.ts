import { expect, test } from 'vitest'
import { startGameFiles } from '../../test/support/builds/game-files.ts'
import { createCompatScript } from './compat-scripts.ts'

const yandex = createCompatScript(Buffer.from('YaGames = {}'))
const playgama = createCompatScript(Buffer.from('bridge = {}'))
const start = () =>
  startGameFiles({
    compatScripts: new Map([
      ['yandex', yandex],
      ['playgama', playgama],
    ]),
  })

test('pages of a game load the replacement of its SDK, which may be cached for ever', async () => {
  const { publish, get } = await start()
  const page = '<head></head><script src="https://yandex.ru/games/sdk/v2"></script>'
  await publish(1, { 'index.html': page }, 'durak')
  await publish(1, { 'index.html': page }, 'tetris')
  const url = `/__playhub/compat/yandex.js?v=${yandex.etag}`
  expect((await get('https://durak.games.example/v/1/index.html')).text).toContain(
    `<script src="${url}#https://yandex.ru/games/sdk/v2">`,
  )
  expect((await get('https://tetris.games.example/v/1/index.html')).text).toContain(page.slice(13))
  const script = await get(`https://durak.games.example${url}`)
  expect([script.status, script.text]).toEqual([200, 'YaGames = {}'])
  expect(script.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'access-control-allow-origin': '*',
  })
  const newest = await get('https://tetris.games.example/__playhub/compat/yandex.js')
  expect([newest.status, newest.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect((await get('https://durak.games.example/__playhub/compat/other.js')).status).toBe(404)
})

test('every sdk.js of a Yandex game is the replacement, also where the build has a file of the name', async () => {
  const { publish, get } = await start()
  const files = { 'index.html': '<head></head>', 'sdk.js': 'stub', 'mysdk.js': 'mine' }
  for (const project of ['durak', 'tetris']) await publish(1, files, project)
  for (const path of ['/v/1/sdk.js', '/sdk.js', '/v/1/lib/sdk.js']) {
    const { status, text, headers } = await get(`https://durak.games.example${path}`)
    expect([path, status, text, headers['cache-control']]).toEqual([path, 200, 'YaGames = {}', 'no-cache'])
  }
  expect((await get('https://durak.games.example/v/1/mysdk.js')).text).toBe('mine')
  expect((await get('https://tetris.games.example/v/1/sdk.js')).text).toBe('stub')
})

test('the platform that Playgama names is in the address', async () => {
  const { publish, get } = await start()
  const page = '<head></head><script src="playgama-bridge.js"></script>'
  await publish(1, { 'index.html': page }, 'archery')
  const { text } = await get('https://archery.games.example/v/1/index.html')
  expect(text).toContain(`src="/__playhub/compat/playgama.js?v=${playgama.etag}&amp;platform=yandex#`)
})

test('the replacement is below the project where all games share an origin', async () => {
  const hosting = { kind: 'one-origin', origin: 'https://files.example' } as const
  const compatScripts = new Map([['yandex', yandex]])
  const { publish, get } = await startGameFiles({ hosting, compatScripts })
  await publish(1, { 'index.html': '<head></head><script src="/sdk.js"></script>' }, 'durak')
  const url = `/durak/__playhub/compat/yandex.js?v=${yandex.etag}`
  expect((await get('https://files.example/durak/v/1/index.html')).text).toContain(`src="${url}#/sdk.js"`)
  expect((await get(`https://files.example${url}`)).text).toBe('YaGames = {}')
})
