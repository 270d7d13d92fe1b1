import {
  BRIDGE_VERSIONS,
  type Capability,
  chooseVersion,
  type Hello,
  REFUSED,
  type Refused,
  WELCOME,
  type Welcome,
} from '@playhub/contract/bridge'
import type { Frame } from './frame-messages.ts'

/**
 * Responds to the SDK's hello at its exact origin: with one end of a new message channel, or with a refusal
 * when there is no common version. The SDK repeats its hello until it gets a response, so a known nonce is
 * ignored; a new nonce means a new document in the frame.
 */
export function createHandshake(
  frame: Frame,
  capabilities: readonly Capability[],
  onPort: (port: MessagePort) => void,
) {
  let answeredNonce: string | null = null

  return function receiveHello({ nonce, versions }: Hello, origin: string): void {
    if (nonce === answeredNonce) return
    answeredNonce = nonce
    const version = chooseVersion(versions)
    if (version === null) {
      const refused: Refused = {
        type: REFUSED,
        nonce,
        code: 'UNSUPPORTED_VERSION',
        versions: [...BRIDGE_VERSIONS],
      }
      frame.contentWindow?.postMessage(refused, origin)
      return
    }
    const { port1, port2 } = new MessageChannel()
    onPort(port1)
    const welcome: Welcome = { type: WELCOME, nonce, version, capabilities: [...capabilities] }
    frame.contentWindow?.postMessage(welcome, origin, [port2])
  }
}
