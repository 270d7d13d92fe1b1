import type { BootMessage } from '@playhub/contract/boot-messages'
import type { createCheckedSaves } from './checked-saves.ts'
import type { RunState } from './checker-actions.ts'
import type { Measurements } from './measurements.ts'
import { addUses, readsSave } from './portal-uses.ts'

type Options = {
  state: RunState
  measurements: Measurements
  saves: Pick<ReturnType<typeof createCheckedSaves>, 'setReadByPortal'>
  /** The SDK comes from them. */
  hubHosts: readonly string[]
}

/** Measures what the boot script of the game's pages reports. */
export function createBootReports({ state, measurements, saves, hubHosts }: Options) {
  const { log, measure } = measurements

  function receive(message: BootMessage): void {
    if (message.event === 'compat') return void receiveUses(message)
    const { type: _type, playId: _playId, event, ...details } = message
    if (event !== 'loaded') log.add(event === 'error' ? 'error' : 'boot', event, details)
    if (message.event === 'started') measure({ hasBoot: true })
    if (message.event === 'loaded') {
      const { bytes, files, hosts } = message
      const outside = Array.isArray(hosts)
        ? hosts.map(String).filter((host) => !hubHosts.includes(host))
        : undefined
      measure({ bytes, files, hosts: outside })
    }
    if (message.event === 'frames') measure({ frames: { median: message.median, worst: message.worst } })
    if (message.event === 'error')
      measure({ errors: [...measurements.current().errors, String(message.message).slice(0, 300)] })
    if (message.event === 'sound') {
      const soundBeforeInput =
        measurements.current().soundBeforeInput || (message.running > 0 && !state.hasInput)
      measure({ sounds: message.running, soundBeforeInput })
    }
  }

  /** Each name is logged once: a game may use some in each frame. */
  function receiveUses(report: { sdk: unknown; uses: unknown }): void {
    const before = new Set(measurements.current().portal?.uses.map(({ name }) => name))
    const portal = addUses(measurements.current().portal, report)
    const news = portal?.uses.filter(({ name }) => !before.has(name)) ?? []
    for (const { name, support } of news) log.add('compat', name, support)
    if (portal) measure({ portal })
    if (!readsSave(report)) return
    state.hasReadByPortal = true
    saves.setReadByPortal()
  }

  return receive
}
