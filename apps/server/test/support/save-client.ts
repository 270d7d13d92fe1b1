import type { GuestSave, SaveConflict } from '@playhub/contract'
import type { Player, TestHub } from './test-hub.ts'

/** Reads and writes a player's saves as the hub's page does. */
export function saveClient(hub: TestHub, as: Player, project = 'islandm3') {
  const write = (key: string, value: string, ifVersion: number) =>
    hub.call('POST /play/saves/write', { as, body: { project, key, value, ifVersion } })

  return {
    write,
    /** @returns  the version. @throws Error when the hub refuses */
    async writeOk(key: string, value: string, ifVersion: number): Promise<number> {
      const response = await write(key, value, ifVersion)
      if (!response.ok) throw new Error(response.body.code)
      return response.body.data.result.version
    },
    remove: (key: string, ifVersion: number) =>
      hub.call('POST /play/saves/remove', { as, body: { project, key, ifVersion } }),
    async list() {
      return (await hub.callOk('GET /play/saves', { as, query: { project } })).data.result
    },
    async merge(saves: GuestSave[]) {
      const { data } = await hub.callOk('POST /play/saves/merge', { as, body: { project, saves } })
      return data.result
    },
    /** The restorable values, by version. */
    async listKept() {
      const rows = await hub.context.db
        .selectFrom('saveVersions')
        .select(['version', 'value', 'reason'])
        .where('playerId', '=', as.userId)
        .where('project', '=', project)
        .orderBy('version')
        .execute()
      return rows.map(({ version, value, reason }) => `${version} ${reason} ${value}`)
    },
  }
}

/** The save unknown to a refused write. */
export function readConflict(response: { ok: boolean; body: unknown }): SaveConflict['current'] {
  const { code, details } = response.body as { code: string; details: SaveConflict }
  if (code !== 'SAVE_CONFLICT') throw new Error(`There is no conflict: ${code}`)
  return details.current
}
