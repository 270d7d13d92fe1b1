/** The hub's page in the frame's tests: renders `GameFrame`, controlled through `window.framePage`. */
import { createInstance } from 'i18next'
import { createRef } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import catalogue from '../../src/i18n/en/catalogue.json'
import common from '../../src/i18n/en/common.json'
import play from '../../src/i18n/en/play.json'
import type { GameHost } from '../../src/play/bridge/game-host.ts'
import { GameFrame } from '../../src/play/frame/game-frame.tsx'
import type { FramedGame, GameFrameProps } from '../../src/play/frame/use-game-host.ts'
import { createFakeActions } from './fake-actions.ts'

const messages = createInstance()
void messages.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { catalogue, common, play } },
  initAsync: false,
  interpolation: { defaultVariables: { brand: 'Playhub' } },
})

const root = createRoot(document.body.appendChild(document.createElement('main')))
const { actions, calls } = createFakeActions()
const host = createRef<GameHost | null>()

/** Renders with a new `actions` object each time, like a page without memoisation. */
function showGame(game: FramedGame, rest: Partial<GameFrameProps> = {}): void {
  root.render(
    <I18nextProvider i18n={messages}>
      <GameFrame ref={host} game={game} language="en" actions={{ ...actions }} {...rest} />
    </I18nextProvider>,
  )
}

const framePage = { showGame, calls, host }
export type FrameTestPage = typeof framePage
Object.assign(window, { framePage })
