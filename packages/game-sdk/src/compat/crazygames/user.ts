import type { Player } from '@playhub/contract/bridge-protocol'
import type { Hub } from '../../hub.ts'
import type { PlayhubError } from '../../transport.ts'
import { findDeviceType } from '../shared/device.ts'
import type { Portal } from '../shared/portal.ts'
import { requireScores } from '../shared/scores.ts'
import { toError, type User } from './interface.ts'

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

  async function requireUser(): Promise<Hub> {
    const hub = await portal.opened
    if (!hub || portal.info.player.isGuest) throw toError('userNotAuthenticated', 'A guest is playing')
    return hub
  }

  async function signIn(): Promise<boolean> {
    try {
      return await portal.signIn()
    } catch (error) {
      const { code, message } = error as PlayhubError
      throw toError(code === 'BUSY' ? 'showAuthPromptInProgress' : 'unexpectedError', message)
    }
  }

  async function showAuthPrompt(): Promise<User> {
    if (isAsking) throw toError('showAuthPromptInProgress', 'The prompt is open already')
    if (await getUser()) throw toError('userAlreadySignedIn', 'The player is signed in already')
    isAsking = true
    try {
      if (await signIn()) return (await getUser()) as User
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
      const hub = await requireUser()
      const { token } = await hub.getToken().catch(({ message }) => {
        throw toError('unexpectedError', message)
      })
      return token
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
    async showAccountLinkPrompt() {
      await requireUser()
      return { response: 'no' }
    },
    async getXsollaUserToken(): Promise<string> {
      await requireUser()
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
