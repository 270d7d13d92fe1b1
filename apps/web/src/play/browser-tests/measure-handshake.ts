/** Benchmark: times the SDK's handshake and a plain message round trip in fresh frames. Prints JSON. */
import type { Frame } from 'playwright-core'
import { type BridgeWindow, openBridgePage } from './bridge-page.ts'
import { startEnvironment, type TestEnvironment } from './test-environment.ts'

declare const window: BridgeWindow

const FRAMES = 15

/** Opens a new page each time, because a second handshake would be faster. */
async function measureFrame(environment: TestEnvironment): Promise<{ handshakeMs: number; echoMs: number }> {
  const { page, showGame, close } = await openBridgePage(environment)
  await page.evaluate(() =>
    addEventListener('message', ({ data, source, origin }) => {
      if (data === 'echo') source?.postMessage(data, { targetOrigin: origin })
    }),
  )
  const game = await showGame()
  const echoMs = await timeEcho(game)
  const handshakeMs = await game.evaluate(async () => {
    const startedAt = performance.now()
    await window.sdk.connect({ local: false })
    return performance.now() - startedAt
  })
  await close()
  return { handshakeMs, echoMs }
}

const timeEcho = (game: Frame): Promise<number> =>
  game.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        addEventListener('message', ({ data }) => data === 'echo' && resolve(performance.now() - startedAt))
        window.parent.postMessage('echo', '*')
      }),
  )

const environment = await startEnvironment()
const measured: { handshakeMs: number; echoMs: number }[] = []
for (let frame = 0; frame < FRAMES; frame += 1) measured.push(await measureFrame(environment))
await environment.close()
console.log(JSON.stringify(measured))
