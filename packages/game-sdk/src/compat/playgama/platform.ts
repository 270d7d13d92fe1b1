import type { Portal } from '../shared/portal.ts'
import { refuse } from './calls.ts'
import type { Events } from './events.ts'

export function createPlatform(portal: Portal, id: string, { emit, events }: Events) {
  let isAudioEnabled = true
  let isPaused = false
  let isGameReady = false
  portal.onMute((isMuted) => {
    isAudioEnabled = !isMuted
    emit('audio_state_changed', isAudioEnabled)
  })
  portal.onPause((isNowPaused) => {
    isPaused = isNowPaused
    emit('pause_state_changed', isPaused)
  })

  async function sendMessage(message: string): Promise<void> {
    if (message === 'game_ready') {
      if (isGameReady) return refuse()
      isGameReady = true
      portal.ready()
    } else if (message === 'player_got_achievement') portal.celebrate()
    else if (/^(gameplay|level)_(started|resumed)$/.test(message)) portal.startGameplay()
    else if (/^(gameplay|level)_/.test(message)) portal.stopGameplay()
  }

  return {
    ...events,
    id,
    get language() {
      return portal.info.language
    },
    get payload() {
      return portal.info.launchParams.payload ?? null
    },
    tld: null,
    get isAudioEnabled() {
      return isAudioEnabled
    },
    get isPaused() {
      return isPaused
    },
    isExternalLinksAllowed: false,
    isExternalCallsSupported: false,
    isGetAllGamesSupported: false,
    isGetGameByIdSupported: false,
    sendMessage,
    sendCustomMessage: async () => {},
    getServerTime: async () => portal.now(),
    getAllGames: refuse,
    getGameById: refuse,
  }
}
