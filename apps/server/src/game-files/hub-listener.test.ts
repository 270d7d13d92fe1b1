import { freePorts } from '@playhub/test-kit/free-ports'
import { expect, test } from 'vitest'
import { startTestHub } from '../../test/support/test-hub.ts'

test('a hub that hosts games serves them at a port of its own until it stops', async () => {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}/islandm3/`
  let stop: (() => Promise<void>) | undefined
  await startTestHub({
    env: {
      HUB_MODE: 'staging',
      GAMES_PORT: String(port),
      GAME_FILES_URL: `http://127.0.0.1:${port}`,
    },
    onCleanup: (cleanup) => (stop = cleanup),
  })
  const response = await fetch(url)
  expect([response.status, await response.text()]).toEqual([404, 'There is no such file here.\n'])
  expect(response.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
  await stop?.()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

test('with the sandbox, another process serves them', async () => {
  const [port] = await freePorts(1)
  const { context } = await startTestHub({ env: { GAMES_PORT: String(port) } })
  expect(context.config.gameHosting).toMatchObject({ host: `games.localhost:${port}` })
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})
