/**
 * The first script of every page of an uploaded build; the hub writes it into the HTML. It takes the start data before
 * any other page can, and tells the hub's page how the game fares. It works for games without the SDK.
 */
import { BOOT, type BootEvent, type BootRequest } from '@playhub/contract/boot-messages'
import { takeStartData } from '../start-data.ts'
import { reportErrors } from './errors.ts'
import { measureFrames } from './frames.ts'
import { reportLoading } from './loading.ts'
import { openMessagePort } from './message-port.ts'
import { replacePortalScripts } from './portal-scripts.ts'
import { replaceRefusedStorage } from './refused-storage.ts'
import { watchSound } from './sound.ts'

const start = takeStartData()
replacePortalScripts(start)
let reportUnkept = () => {}
replaceRefusedStorage(() => reportUnkept())
// Without start data this is a page inside the game's own page, or the game runs outside the hub.
if (start && window.parent !== window) {
  const report = (event: BootEvent) =>
    window.parent.postMessage({ type: BOOT, playId: start.playId, ...event }, '*')
  report({ event: 'started' })
  if (self.origin === 'null') openMessagePort(start)
  if (!start.isStorageSaved)
    reportUnkept = () => {
      reportUnkept = () => {}
      report({ event: 'unkept' })
    }
  reportErrors(report)
  reportLoading(report)
  measureFrames(report)
  const sound = watchSound(report)
  addEventListener('message', ({ source, data }) => {
    if (source !== window.parent || data?.type !== BOOT) return
    const request = data as BootRequest
    if (request.event === 'ping') report({ event: 'pong' })
    if (request.event === 'mute') sound.setMuted(request.isMuted)
  })
}
