import { BOOT, type BootRequest } from '@playhub/contract/boot-messages'
import { expect, test } from 'vitest'
import { createBootLayer } from './boot-layer.ts'
import type { FrameMessage } from './frame-messages.ts'

const origin = 'https://island.games.example'

function openLayer() {
  const sent: BootRequest[] = []
  const contentWindow = { postMessage: (request: BootRequest) => sent.push(request) }
  const layer = createBootLayer({ contentWindow } as unknown as HTMLIFrameElement, {
    playId: 'play-1',
    onReport: () => {},
  })
  const start = () =>
    layer.receive({ data: { type: BOOT, playId: 'play-1', event: 'started' }, origin } as FrameMessage)
  return { layer, sent, start }
}

test('a game has what another tab saved between its start data and its first script', () => {
  const { layer, sent, start } = openLayer()
  layer.send({ event: 'storage', value: '{"level":"2"}', version: 8 })
  layer.send({ event: 'storage', value: '{"level":"3"}', version: 9 })
  expect(sent).toEqual([])
  start()
  start()
  expect(sent).toEqual([{ type: BOOT, event: 'storage', value: '{"level":"3"}', version: 9 }])
})

test('a silenced game stays silent in its next document', () => {
  const { layer, sent, start } = openLayer()
  layer.send({ event: 'mute', isMuted: true })
  start()
  start()
  expect(sent).toEqual([
    { type: BOOT, event: 'mute', isMuted: true },
    { type: BOOT, event: 'mute', isMuted: true },
  ])
})
