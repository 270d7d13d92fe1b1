import type { Player } from '@playhub/contract/bridge-protocol'
import { findDeviceType } from '../shared/device.ts'
import type { Portal } from '../shared/portal.ts'
import { requireScores } from '../shared/scores.ts'
import type { User } from './interface.ts'

/** Errors of this SDK are `{ code, message }`. */
export const toError = (code: string, message: string) => ({ code, message })

type AuthListener = (user: User) => void

export function createUser(portal: Portal) {
  const listeners = new Set<AuthListener>()
  let isAsking = false
  let lastId = portal.info.player.id
  portal.opened.then((hub) => hub?.onPlayer(announce))

  function announce(player: Player): void {
    const user = toUser(player)
    if (user && player.id !== lastId) for (const listener of listeners) listener(user)
    lastId = player.id
  }

  async function getUser(): Promise<User | null> {
    await portal.opened
    return toUser(portal.info.player)
  }

  async function showAuthPrompt(): Promise<User> {
    if (isAsking) throw toError('showAuthPromptInProgress', 'The prompt is open already')
    if (await getUser()) throw toError('userAlreadySignedIn', 'The player is signed in already')
    isAsking = true
    try {
      if (await portal.signIn()) return (await getUser()) as User
      throw toError('userCancelled', 'The player has declined')
    } finally {
      isAsking = false
    }
  }

  /** The portal has one leaderboard per game, and takes decimals. */
  function addScore(score: number): void {
    requireScores(portal)
      .then((scores) => scores.submit(undefined, Math.round(score)))
      .catch((error) => console.warn('Playhub: the score is not submitted', error))
  }

  return {
    isUserAccountAvailable: true,
    get systemInfo() {
      return {
        countryCode: '',
        locale: navigator.language,
        device: { type: findDeviceType() },
        os: { name: '', version: '' },
        browser: { name: '', version: '' },
        applicationType: 'web',
      }
    },
    getUser,
    async getUserToken() {
      const hub = await portal.opened
      if (!hub || portal.info.player.isGuest) throw toError('userNotAuthenticated', 'A guest is playing')
      return (await hub.getToken()).token
    },
    showAuthPrompt,
    addAuthListener: (listener: AuthListener) => void listeners.add(listener),
    removeAuthListener: (listener: AuthListener) => void listeners.delete(listener),
    listFriends: async ({ page = 1, size = 10 } = {}) => ({
      friends: [],
      page,
      size,
      hasMore: false,
      total: 0,
    }),
    showAccountLinkPrompt: async () => ({ response: 'no' }),
    async getXsollaUserToken() {
      throw toError('unexpectedError', 'Not available')
    },
    submitScore({ score }: { score?: number; encryptedScore?: string } = {}) {
      if (score !== undefined) addScore(score)
    },
    addScore,
    addScoreEncrypted: addScore,
  }
}

function toUser({ name, isGuest, picture = '' }: Player): User | null {
  return isGuest ? null : { username: name, profilePictureUrl: picture }
}
