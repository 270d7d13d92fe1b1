/** For the bench: how long the SDK's handshake takes in fresh frames, and a bare message there and back. Prints JSON. */
import type { Frame } from 'playwright-core'
import { type BridgeWindow, openBridgePage } from './bridge-page.ts'
import { buildStage, type Stage } from './test-environment.ts'

declare const window: BridgeWindow

const FRAMES = 15

/** A fresh page each time: the second handshake of a page finds everything warm. */
async function measureFrame(stage: Stage): Promise<{ handshakeMs: number; echoMs: number }> {
  const { page, showGame, close } = await openBridgePage(stage)
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

const stage = await buildStage()
const measured: { handshakeMs: number; echoMs: number }[] = []
for (let frame = 0; frame < FRAMES; frame += 1) measured.push(await measureFrame(stage))
await stage.close()
console.log(JSON.stringify(measured))
