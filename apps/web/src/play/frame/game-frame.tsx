import { Button } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OfflineIllustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { useCurrentPlay } from '../bar/current-play.ts'
import { openSupport } from '../bar/game-buttons.tsx'
import { rememberProblem } from '../bar/game-problem.ts'
import { focusGame } from '../frame-focus.ts'
import { BackButton } from '../full-screen/back-button.tsx'
import { IssueBar } from '../health/issue-bar.tsx'
import { UnkeptBar } from '../health/unkept-bar.tsx'
import { framePolicy, frameUrl } from './frame-policy.ts'
import { LoadingProgress } from './loading-progress.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { TurnDevice, useTurnDevice } from './turn-device.tsx'
import { type GameFrameProps, useGameHost } from './use-game-host.ts'

/** A running game's iframe, with its bridge. Renders in browsers only, and fills its container. */
export function GameFrame(props: GameFrameProps) {
  const [attempt, setAttempt] = useState(0)
  const key = `${props.game.iframeUrl} ${attempt}`
  return <FrameAttempt key={key} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function FrameAttempt(props: GameFrameProps & { onRetry: () => void }) {
  const { game, onRetry, isCovered, className } = props
  const { t } = useTranslation('play')
  const { frameRef, host, status, progress, issue, wait, show } = useGameHost(props)
  const { orientation = 'any' } = game
  const turn = useTurnDevice(orientation, host, status === 'shown')
  const play = useCurrentPlay()
  const [firstLanguage] = useState(props.language)
  const [frameName] = useState(() => game.createFrameName?.())
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
        src={frameUrl(game.iframeUrl, hubOrigin, firstLanguage)}
        {...framePolicy(game.iframeUrl, hubOrigin, game.permissions, game)}
        {...(frameName !== undefined && { name: frameName })}
        referrerPolicy="strict-origin"
        inert={status !== 'shown' || isCovered || turn.isRequested}
        className="block size-full border-0"
      />
      {status === 'loading' && (
        <LoadingScreen picture={game.picture} age={game.age}>
          {progress !== null && <LoadingProgress ratio={progress} />}
        </LoadingScreen>
      )}
      {status === 'failed' && <FailureScreen name={game.name} onRetry={onRetry} />}
      {status === 'refused' && <FailureScreen name={game.name} onRetry={onRetry} onShow={show} />}
      {turn.isRequested && <TurnDevice orientation={orientation} onDismiss={turn.dismiss} />}
      <IssueBar
        issue={status === 'failed' || status === 'refused' ? null : issue}
        onWait={() => {
          wait()
          focusGame()
        }}
        onReload={onRetry}
        onHelp={() => {
          rememberProblem({ name: game.name, ...play })
          openSupport()
        }}
      />
      <UnkeptBar />
      <BackButton />
    </div>
  )
}

/** @param onShow  Shows the response all the same: a server may refuse the hub and not the player. */
function FailureScreen(props: { name: string; onRetry: () => void; onShow?: () => void }) {
  const { t } = useTranslation(['play', 'common'])
  return (
    <div role="alert" className="absolute inset-0 grid place-items-center overflow-auto bg-ink-0">
      <ResultScreen
        level={2}
        picture={<OfflineIllustration />}
        title={t('failed.title', { name: props.name })}
        text={t(props.onShow ? 'failed.refused' : 'failed.text')}
        actions={
          <>
            <Button icon={<RotateCcw className="size-5" aria-hidden="true" />} onClick={props.onRetry}>
              {t('common:retry')}
            </Button>
            {props.onShow && (
              <Button kind="quiet" onClick={props.onShow}>
                {t('failed.show')}
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}
