/** The hub of the bridge's tests: a real host over scripted actions, driven through `window.hub`. */
import { createGameHost, type GameHost } from '../bridge/game-host.ts'
import { scriptedActions } from './fake-actions.ts'

const { actions, calls, answerPurchase } = scriptedActions()
let host: GameHost | undefined

/** Puts a frame with the fixed id on the page and starts a host for it, as `GameFrame` does. */
function open(url: string, origins: string[]): void {
  const frame = document.createElement('iframe')
  frame.id = 'game-frame'
  frame.src = url
  document.body.append(frame)
  const project = { id: 'islandm3', name: 'Island' }
  host = createGameHost({ frame, origins, project, language: 'en', actions })
}

const hub = { calls, answerPurchase, open, host: () => host }
export type TestHub = typeof hub
Object.assign(window, { hub })
