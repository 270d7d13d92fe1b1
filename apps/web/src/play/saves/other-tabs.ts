import type { SavedValue } from '@playhub/contract/bridge'
import type { CurrentSession } from './current-session.ts'
import type { GameUpdates } from './game-updates.ts'
import type { SaveSession } from './save-session.ts'

interface TabMessage {
  playerId: string | null
  project: string
  key: string
  save: SavedValue | null
}

const channelName = 'playhub-saves'

export type CollectedMessages = ReturnType<typeof collectTabMessages>

/** Collects what other tabs save before this one has opened its game, whose start data may be older. */
export function collectTabMessages() {
  const messages: TabMessage[] = []
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => void messages.push(data)
  return {
    /** Ends the collection. */
    take(): TabMessage[] {
      channel.close()
      return messages
    },
  }
}

interface OtherTabsOptions {
  project: string
  sessions: Pick<CurrentSession, 'opened'>
  updates: Pick<GameUpdates, 'change'>
}

/** Exchanges saves with the other tabs of this browser in which the game runs. */
export function connectOtherTabs({ project, sessions, updates }: OtherTabsOptions) {
  /** Came before the start data, which may be older. */
  const early: TabMessage[] = []
  const channel = new BroadcastChannel(channelName)
  let isClosed = false
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.project === project) receive(data)
  }

  /** Messages may arrive late. */
  function receive(message: TabMessage): void {
    const { playerId, key, save } = message
    const session = sessions.opened()
    if (!session) return void early.push(message)
    const isLate = save !== null && save.version < (session.saves.get(key)?.version ?? 0)
    if (session.playerId === playerId && !isLate) updates.change(session, key, save)
  }

  return {
    /** Keeps earlier messages until the saves are open. */
    keep: (messages: TabMessage[]) =>
      void early.unshift(...messages.filter((message) => message.project === project)),
    receiveEarly: () => early.splice(0).forEach(receive),
    send({ playerId, saves }: SaveSession, key: string): void {
      const message = { playerId, project, key, save: saves.get(key) ?? null } satisfies TabMessage
      // A write may end after the page has left the game.
      const sender = isClosed ? new BroadcastChannel(channelName) : channel
      sender.postMessage(message)
      if (isClosed) sender.close()
    },
    close(): void {
      isClosed = true
      channel.close()
    },
  }
}
