import type { Player } from 'ysdk'
import { PlayhubError } from '../../transport.ts'
import type { Portal } from '../shared/portal.ts'
import type { SaveMap } from '../shared/saves.ts'

type Numbers = Record<string, number>

/** Yandex refuses more. In UTF-8. */
const maxBytes = { data: 200 * 1024, stats: 10 * 1024 }

/** Guests are players, too. `signature` is the hub's token, not one in Yandex's format. */
export async function createPlayer(
  portal: Portal,
  saves: SaveMap,
  { signed = false } = {},
): Promise<Player & { signature?: string }> {
  const read = <T>(part: 'data' | 'stats') => (saves.values()[part] ?? {}) as Record<string, T>
  const pick = <T>(values: Record<string, T>, keys?: readonly string[]) =>
    keys
      ? Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]))
      : { ...values }

  function write(part: 'data' | 'stats', values: unknown): void {
    const text = JSON.stringify(values)
    if (new Blob([text]).size > maxBytes[part]) throw new PlayhubError('INVALID_PARAMS', `${part} too large`)
    // The game may change its object later, and only JSON is kept.
    saves.replace({ ...saves.values(), [part]: JSON.parse(text) })
  }

  function isAuthorized(): boolean {
    return !portal.info.player.isGuest
  }

  return {
    ...(signed && { signature: isAuthorized() ? ((await portal.hub?.getToken())?.token ?? '') : '' }),
    getData: async (keys) => pick(read('data'), keys) as never,
    async setData(data, flush) {
      write('data', data)
      if (flush) await saves.flush()
    },
    getStats: async (keys) => pick(read<number>('stats'), keys) as never,
    async setStats(stats) {
      write('stats', stats)
    },
    async incrementStats(increments) {
      const before = read<number>('stats')
      const stats: Numbers = { ...before }
      for (const [key, by] of Object.entries(increments as Numbers)) stats[key] = (stats[key] ?? 0) + by
      write('stats', stats)
      return { stats, newKeys: Object.keys(increments).filter((key) => !(key in before)) } as never
    },
    isAuthorized,
    getMode: () => (isAuthorized() ? '' : 'lite'),
    getUniqueID: () => findPlayerId(portal),
    getName: () => (isAuthorized() ? portal.info.player.name : ''),
    getPhoto: () => portal.info.player.picture ?? '',
    getPayingStatus: () => 'unknown',
    getIDsPerGame: async () => [],
  }
}

const GUEST_KEY = 'playhub:guest'
let guestId = ''

/** A guest keeps the id of this browser, where it has storage for games. */
function findPlayerId({ info }: Portal): string {
  if (info.player.id) return info.player.id
  guestId ||= [...crypto.getRandomValues(new Uint32Array(4))].join('-')
  try {
    localStorage[GUEST_KEY] ??= guestId
    guestId = localStorage[GUEST_KEY]
  } catch {}
  return guestId
}
