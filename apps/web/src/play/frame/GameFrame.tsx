import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../lib/cx.ts'
import { Button } from '../../ui/button.tsx'
import { MomentScreen } from '../../ui/moment-screen.tsx'
import { UnpluggedCable } from '../../ui/pictures.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { frameAddress, framePolicy } from './frame-policy.ts'
import type { GameFrameProps } from './game-frame-props.ts'
import { useGameHost } from './use-game-host.ts'

/** The frame of a running game, with the bridge into it. Only for the browser; fills the box it stands in. */
export function GameFrame(props: GameFrameProps) {
  const [attempt, setAttempt] = useState(0)
  const key = `${props.game.iframeUrl} ${attempt}`
  return <FrameAttempt key={key} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function FrameAttempt(props: GameFrameProps & { onRetry: () => void }) {
  const { game, onRetry, className } = props
  const { t } = useTranslation('catalogue')
  const { frameRef, state } = useGameHost(props)
  const [firstLanguage] = useState(props.language)
  const hubOrigin = window.location.origin
  return (
    <div
      className={cx('relative size-full overflow-hidden bg-ink-0', className)}
      aria-busy={state === 'loading'}
    >
      <iframe
        ref={frameRef}
        id="game-frame"
        title={t('game.frameTitle', { name: game.name })}
        src={frameAddress(game.iframeUrl, hubOrigin, firstLanguage)}
        {...framePolicy(game.iframeUrl, hubOrigin, game.permissions)}
        referrerPolicy="strict-origin"
        inert={state !== 'shown'}
        className="block size-full border-0"
      />
      {state === 'loading' && <LoadingGame />}
      {state === 'failed' && <FailedGame name={game.name} onRetry={onRetry} />}
    </div>
  )
}

/** The shape of a game's screen: a bar above, a board below. */
function LoadingGame() {
  const { t } = useTranslation('catalogue')
  return (
    <div className="absolute inset-0 flex flex-col gap-4 bg-ink-0 p-4 md:p-6">
      <div className="flex justify-between gap-4">
        <Skeleton className="h-11 w-40" />
        <Skeleton className="h-11 w-24" />
      </div>
      <Skeleton className="min-h-0 grow rounded-card" />
      <p role="status" className="absolute inset-0 grid place-items-center text-15 text-soft">
        {t('game.loading')}
      </p>
    </div>
  )
}

function FailedGame(props: { name: string; onRetry: () => void }) {
  const { t } = useTranslation(['play', 'common'])
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center overflow-auto bg-ink-0">
      <MomentScreen
        level={2}
        picture={<UnpluggedCable />}
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
