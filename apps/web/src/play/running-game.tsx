import type { Game } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { useRef } from 'react'
import { useInitialConfig, useInterfaceLanguage, usePageLanguage } from '../lib/context/page-context.ts'
import { usePlayerForGame } from './actions/game-player.ts'
import { useGameActions } from './actions/use-game-actions.ts'
import { usePaymentOverlay } from './actions/use-payment-overlay.ts'
import type { GameHost } from './bridge/game-host.ts'
import { GameFrame } from './frame/game-frame.tsx'

const noOrigins: string[] = []

/** A game in its frame, connected to the hub, with the payment screen above it. Fills its container. */
export function RunningGame({ game }: { game: Game }) {
  const { project, localization, web_page } = game
  const language = usePageLanguage()
  const interfaceLanguage = useInterfaceLanguage()
  const host = useRef<GameHost | null>(null)
  const config = useInitialConfig().projects.find(({ id }) => id === project)
  const { showPayment, overlay } = usePaymentOverlay()
  const framed = {
    project,
    name: localText(localization.name, interfaceLanguage),
    iframeUrl: web_page.iframeUrl,
    picture: web_page.gameImage,
    origins: config?.origins ?? noOrigins,
    permissions: web_page.framePermissions,
  }
  return (
    <>
      <GameFrame
        ref={host}
        game={framed}
        language={language}
        player={usePlayerForGame()}
        actions={useGameActions({ project, config, showPayment, host })}
      />
      {overlay}
    </>
  )
}
