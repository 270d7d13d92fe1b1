import { BOOT } from '@playhub/contract/boot-messages'
import type { StartData } from '@playhub/contract/bridge-protocol'

/**
 * Gives the hub a port of this page: the origin `null` of window messages tells it apart from no other page. By the
 * port the page proves it is still there, and gets the replies to the game's messages to its parent.
 */
export function openMessagePort({ playId }: StartData): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => {
    if (data) dispatchEvent(new MessageEvent('message', { ...data, source: window.parent }))
    else port1.postMessage(null)
  }
  window.parent.postMessage({ type: BOOT, playId, event: 'messages' }, '*', [port2])
}
