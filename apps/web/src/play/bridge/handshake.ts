import {
  BRIDGE_VERSIONS,
  bridgeErrors,
  type Capability,
  chooseVersion,
  type Hello,
  REFUSED,
  type Refused,
  WELCOME,
  type Welcome,
} from '@playhub/contract/bridge'
import { type Frame, toTarget } from './frame-messages.ts'

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

  function isRepeated({ nonce }: Hello): boolean {
    const isKnown = nonce === answeredNonce
    answeredNonce = nonce
    return isKnown
  }

  function refuse(refused: Refused, origin: string): void {
    frame.contentWindow?.postMessage(refused, toTarget(origin))
  }

  return {
    receiveHello(hello: Hello, origin: string): void {
      if (isRepeated(hello)) return
      const { nonce } = hello
      const version = chooseVersion(hello.versions)
      if (version === null) {
        const versions = [...BRIDGE_VERSIONS]
        refuse({ type: REFUSED, nonce, code: 'UNSUPPORTED_VERSION', versions }, origin)
        return
      }
      const { port1, port2 } = new MessageChannel()
      onPort(port1)
      const welcome: Welcome = { type: WELCOME, nonce, version, capabilities: [...capabilities] }
      frame.contentWindow?.postMessage(welcome, toTarget(origin), [port2])
    },

    /** Tells the game's developer why the game stays without a hub. */
    refuseOrigin(hello: Hello, origin: string): void {
      if (isRepeated(hello)) return
      const { nonce } = hello
      const message = bridgeErrors.ORIGIN_NOT_LISTED.replace('{origin}', origin)
      console.warn(message)
      refuse({ type: REFUSED, nonce, code: 'ORIGIN_NOT_LISTED', origin, message }, origin)
    },
  }
}
