import type { BridgeErrorCode } from '@playhub/contract/bridge-protocol'

/** Everything this SDK throws. `code` is for your `switch`, `message` for your console. */
export class PlayhubError extends Error {
  readonly code: BridgeErrorCode

  constructor(code: BridgeErrorCode, message: string) {
    super(message)
    this.name = 'PlayhubError'
    this.code = code
  }
}
