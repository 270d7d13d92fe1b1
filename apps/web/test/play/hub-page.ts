/** The hub's page in the bridge's tests: a real host with fake actions, controlled through `window.hub`. */
import type { BreakResult, Player } from '@playhub/contract/bridge'
import { createGameHost, type GameHost } from '../../src/play/bridge/game-host.ts'
import { createFakeActions } from './fake-actions.ts'

const { actions, calls, answerPurchase, keepPaymentsOpen, whenSigningOut, offerBreak } = createFakeActions()
let endBreak: (result: BreakResult) => void = () => undefined
let host: GameHost | undefined

/** Adds a frame with the fixed id and starts a host for it, as `GameFrame` does. */
function open(url: string, origins: string[]): void {
  const frame = document.createElement('iframe')
  frame.id = 'game-frame'
  frame.src = url
  document.body.append(frame)
  const project = { id: 'islandm3', name: 'Island' }
  host = createGameHost({ frame, origins, project, language: 'en', actions })
}

/** The same for a build at a shared origin. */
function openOpaque(url: string, playId: string): void {
  const frame = document.createElement('iframe')
  frame.id = 'game-frame'
  frame.src = url
  frame.setAttribute('sandbox', 'allow-scripts')
  document.body.append(frame)
  const project = { id: 'islandm3', name: 'Island' }
  const boot = { playId, onReport: () => undefined }
  host = createGameHost({ frame, origins: [], isOpaque: true, boot, project, language: 'en', actions })
}

/** The page learns about the next sign-out before the game's request has ended, as it renders in between. */
const duringSignOut = (player: Player) => whenSigningOut(() => host?.setPlayer(player))

/** Breaks stay open until `endBreak`. */
const offerBreaks = () =>
  offerBreak(() => {
    calls.push(['showBreak'])
    return new Promise((resolve) => {
      endBreak = resolve
    })
  })

const hub = {
  actions,
  calls,
  answerPurchase,
  keepPaymentsOpen,
  duringSignOut,
  offerBreaks,
  endBreak: (result: BreakResult) => endBreak(result),
  open,
  openOpaque,
  host: () => host,
}
export type TestHub = typeof hub
Object.assign(window, { hub })
