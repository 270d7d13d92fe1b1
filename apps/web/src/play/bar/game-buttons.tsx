import { IconButton } from '@playhub/ui/button.tsx'
import { copyText } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Flag, Share2, Volume2, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { navigate } from '../../lib/browser/navigation.ts'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { focusGame } from '../frame-focus.ts'
import { changeCurrentPlay, useCurrentPlay } from './current-play.ts'
import { rememberProblem } from './game-problem.ts'

/** Buttons about the running game: sound, link, problem. */
export function GameButtons({ project, name }: { project: string; name: string }) {
  const play = useCurrentPlay()
  return (
    <>
      {play.project === project && play.hasSound && <MuteButton isMuted={play.isMuted} />}
      <ShareGameButton project={project} name={name} />
      <ProblemButton name={name} />
    </>
  )
}

function MuteButton({ isMuted }: { isMuted: boolean }) {
  const { t } = useTranslation('play')
  const toggle = () => {
    changeCurrentPlay({ isMuted: !isMuted })
    focusGame()
  }
  return (
    <IconButton label={t(isMuted ? 'unmute' : 'mute')} onClick={toggle}>
      {isMuted ? <VolumeX size={20} aria-hidden="true" /> : <Volume2 size={20} aria-hidden="true" />}
    </IconButton>
  )
}

function ShareGameButton({ project, name }: { project: string; name: string }) {
  const { t } = useTranslation('play')
  const language = usePageLanguage()
  const share = async () => {
    const url = `${location.origin}/games/${language}/${project}/`
    // The player may close the menu, which is no error.
    if (navigator.share) await navigator.share({ title: name, url }).catch(() => undefined)
    else {
      await copyText(url)
      toast.success(t('linkCopied'))
    }
    focusGame()
  }
  return (
    <IconButton label={t('share')} className="max-md:hidden" onClick={() => void share()}>
      <Share2 size={20} aria-hidden="true" />
    </IconButton>
  )
}

function ProblemButton({ name }: { name: string }) {
  const { t } = useTranslation('play')
  const play = useCurrentPlay()
  const report = () => {
    rememberProblem({ name, ...play })
    openSupport()
  }
  return (
    <IconButton label={t('reportProblem')} className="max-md:hidden" onClick={report}>
      <Flag size={20} aria-hidden="true" />
    </IconButton>
  )
}

/** Guests log in first. */
export function openSupport(): void {
  navigate(isLoggedIn() ? '/transactions/help' : '/session/login?next=support')
}
