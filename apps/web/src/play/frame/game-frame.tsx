import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineIllustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { frameAddress, framePolicy } from './frame-policy.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { type GameFrameProps, useGameHost } from './use-game-host.ts'

/** A running game's iframe, with its bridge. Renders in browsers only, and fills its container. */
export function GameFrame(props: GameFrameProps) {
  const [attempt, setAttempt] = useState(0)
  const key = `${props.game.iframeUrl} ${attempt}`
  return <FrameAttempt key={key} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function FrameAttempt(props: GameFrameProps & { onRetry: () => void }) {
  const { game, onRetry, className } = props
  const { t } = useTranslation('play')
  const { frameRef, status } = useGameHost(props)
  const [firstLanguage] = useState(props.language)
  const hubOrigin = window.location.origin
  return (
    <div
      className={cx('relative size-full overflow-hidden bg-ink-0', className)}
      aria-busy={status === 'loading'}
    >
      <iframe
        ref={frameRef}
        id="game-frame"
        title={t('frameTitle', { name: game.name })}
        src={frameAddress(game.iframeUrl, hubOrigin, firstLanguage)}
        {...framePolicy(game.iframeUrl, hubOrigin, game.permissions)}
        referrerPolicy="strict-origin"
        inert={status !== 'shown'}
        className="block size-full border-0"
      />
      {status === 'loading' && <LoadingScreen picture={game.picture} />}
      {status === 'failed' && <FailureScreen name={game.name} onRetry={onRetry} />}
    </div>
  )
}

function FailureScreen(props: { name: string; onRetry: () => void }) {
  const { t } = useTranslation(['play', 'common'])
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center overflow-auto bg-ink-0">
      <ResultScreen
        level={2}
        picture={<OfflineIllustration />}
        title={t('failed.title', { name: props.name })}
        text={t('failed.text')}
        actions={
          <Button icon={<RotateCcw className="size-5" aria-hidden="true" />} onClick={props.onRetry}>
            {t('common:retry')}
          </Button>
        }
      />
    </div>
  )
}
