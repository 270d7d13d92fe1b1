import type { Game } from '@playhub/contract'
import { usePageLanguage, useProjectOrigins } from '../lib/hooks.ts'
import { toInterfaceLanguage } from '../lib/language.ts'
import { GameFrame } from '../play/index.ts'
import { usePlayerForGame } from './game-player.ts'
import { wordsOf } from './game-words.ts'
import { useGameActions } from './use-game-actions.ts'

/** A game's frame with everything it may ask of the hub. Fills the box it stands in. */
export function RunningGame({ game }: { game: Game }) {
  const language = usePageLanguage()
  const { name } = wordsOf(game, toInterfaceLanguage(language))
  const { iframeUrl, framePermissions } = game.web_page
  const origins = useProjectOrigins(game.project)
  return (
    <GameFrame
      game={{ project: game.project, name, iframeUrl, origins, permissions: framePermissions }}
      language={language}
      player={usePlayerForGame()}
      actions={useGameActions(game)}
    />
  )
}
