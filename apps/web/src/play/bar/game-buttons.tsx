import { IconButton, iconButtonClass } from '@playhub/ui/button.tsx'
import { copyText } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Menu, menuItemClass } from '@playhub/ui/menu.tsx'
import { Ellipsis, Flag, type LucideIcon, Share2, Volume2, VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { navigate } from '../../lib/browser/navigation.ts'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { focusGame } from '../frame-focus.ts'
import { toLaunchUrl } from '../start/start-play.ts'
import { changeCurrentPlay, useCurrentPlay } from './current-play.ts'
import { rememberProblem } from './game-problem.ts'

/** Buttons about the running game: sound, link, problem. On a phone they are in a menu, because the bar has no room. */
export function GameButtons({ project, name }: { project: string; name: string }) {
  const { t } = useTranslation('play')
  const actions = useActions(project, name)
  return (
    <>
      {actions.map(({ id, label, Icon, run }) => (
        <IconButton key={id} label={t(label)} className="max-md:hidden" onClick={run}>
          <Icon size={20} aria-hidden="true" />
        </IconButton>
      ))}
      <Menu
        label={t('more')}
        button={<Ellipsis size={20} aria-hidden="true" />}
        buttonClassName={iconButtonClass}
        className="md:hidden"
      >
        {actions.map(({ id, label, Icon, run }) => (
          <button key={id} type="button" className={menuItemClass} onClick={run}>
            <Icon size={18} aria-hidden="true" className="text-soft" />
            {t(label)}
          </button>
        ))}
      </Menu>
    </>
  )
}

type Action = {
  id: string
  label: 'mute' | 'unmute' | 'share' | 'reportProblem'
  Icon: LucideIcon
  run: () => void
}

function useActions(project: string, name: string): Action[] {
  const play = useCurrentPlay()
  const share = useShare(project, name, play.project === project ? play.invite : {})
  const toggleSound = () => {
    changeCurrentPlay({ isMuted: !play.isMuted })
    focusGame()
  }
  const report = () => {
    rememberProblem({ name, ...play })
    openSupport()
  }
  const sound: Action = play.isMuted
    ? { id: 'sound', label: 'unmute', Icon: VolumeX, run: toggleSound }
    : { id: 'sound', label: 'mute', Icon: Volume2, run: toggleSound }
  return [
    ...(play.project === project && play.hasSound ? [sound] : []),
    { id: 'share', label: 'share', Icon: Share2, run: share },
    { id: 'problem', label: 'reportProblem', Icon: Flag, run: report },
  ]
}

function useShare(project: string, name: string, invite: Record<string, string>): () => void {
  const { t } = useTranslation('play')
  const language = usePageLanguage()
  const share = async () => {
    const url = toLaunchUrl(`/games/${language}/${project}/`, invite)
    // The player may close the menu, which is no error.
    if (navigator.share) await navigator.share({ title: name, url }).catch(() => undefined)
    else {
      await copyText(url)
      toast.success(t('linkCopied'))
    }
    focusGame()
  }
  return () => void share()
}

/** Guests log in first. */
export function openSupport(): void {
  navigate(isLoggedIn() ? '/transactions/help' : '/session/login?next=support')
}
