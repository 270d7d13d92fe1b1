import { maxContextLength } from '@playhub/contract/plays/limits'
import { type Portal, toTexts } from '../shared/portal.ts'
import type { InviteParams, Settings } from './interface.ts'

type SettingsListener = (settings: Settings) => void

/** Links to the game carry the parameters of an invitation as launch parameters. */
export function createGame(portal: Portal) {
  const settings: Settings = { muteAudio: false, disableChat: false }
  const listeners = new Set<SettingsListener>()
  const ignore = () => {}
  let link = ''
  portal.shareLink({}).then(
    (shared) => {
      link = shared
    },
    () => {},
  )
  portal.onMute((isMuted) => {
    settings.muteAudio = isMuted
    for (const listener of listeners) listener({ ...settings })
  })

  function toInviteLink(params: object = {}): string {
    if (!link) return ''
    const invite = new URL(link)
    for (const [name, value] of Object.entries(toTexts(params)))
      invite.searchParams.set(`launch.${name}`, value)
    return invite.href
  }

  return {
    get id() {
      return portal.info.project.id
    },
    get link() {
      return link
    },
    gameplayStart: () => portal.startGameplay(),
    gameplayStop: () => portal.stopGameplay(),
    loadingStart: ignore,
    loadingStop: () => portal.ready(),
    happytime: portal.celebrate,
    settings,
    addSettingsChangeListener: (listener: SettingsListener) => void listeners.add(listener),
    removeSettingsChangeListener: (listener: SettingsListener) => void listeners.delete(listener),
    inviteLink: toInviteLink,
    showInviteButton(params: InviteParams = {}) {
      portal.send('setInvite', { launchParams: toTexts(params) })
      return toInviteLink(params)
    },
    hideInviteButton: () => portal.send('setInvite', { launchParams: null }),
    getInviteParam: (name: string) => portal.info.launchParams[name] ?? null,
    get inviteParams() {
      const { launchParams } = portal.info
      return Object.keys(launchParams).length > 0 ? { ...launchParams } : null
    },
    isInstantMultiplayer: false,
    isInstantJoin: false,
    updateRoom: ignore,
    leftRoom: ignore,
    addJoinRoomListener: ignore,
    removeJoinRoomListener: ignore,
    reportGameCompletedPercentage: ignore,
    setGameContext: (context: object) =>
      portal.send('setContext', { text: `${JSON.stringify(context)}`.slice(0, maxContextLength) }),
    clearGameContext: () => portal.send('setContext', { text: null }),
  }
}
