import {
  type BridgeCall,
  type BridgeFailure,
  CALL_TIMEOUT_MS,
  createRateLimit,
  MAX_CALLS_PER_SECOND,
  type PongMessage,
} from '@playhub/contract/bridge-protocol'
import { type EventListener, PlayhubError, type Transport } from './transport.ts'

/** Calls waiting for the player. */
const CALLS_WITHOUT_TIMEOUT: readonly string[] = ['purchase', 'signIn', 'showBreak'] satisfies BridgeCall[]

interface PendingCall {
  resolve(result: unknown): void
  reject(error: PlayhubError): void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Sends calls to a hub and receives its replies and events over the port from the handshake. */
export function createPortTransport(port: MessagePort): Transport {
  const pending = new Map<number, PendingCall>()
  const isWithinRate = createRateLimit(MAX_CALLS_PER_SECOND)
  let lastId = 0
  let isClosed = false
  let emit: EventListener = () => {}

  port.onmessage = ({ data }) => {
    if (!data) return
    if (data.event === 'ping') port.postMessage({ pong: true } satisfies PongMessage)
    else if (data.event) emit(data.event, data.payload)
    else settle(data)
  }

  function settle(reply: { id?: unknown; ok?: unknown; result?: unknown; error?: Partial<BridgeFailure> }) {
    const call = take(reply.id as number)
    const { code = 'INTERNAL', message, current } = reply.error ?? {}
    if (reply.ok) call?.resolve(reply.result)
    else call?.reject(new PlayhubError(code, message, current))
  }

  function take(id: number) {
    const call = pending.get(id)
    pending.delete(id)
    clearTimeout(call?.timer)
    return call
  }

  function close() {
    isClosed = true
    port.close()
    for (const id of [...pending.keys()]) take(id)?.reject(new PlayhubError('CLOSED'))
  }
  port.addEventListener('close', close)

  return {
    call: (call, params) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new PlayhubError('CLOSED'))
        if (!isWithinRate()) return reject(new PlayhubError('RATE_LIMITED'))
        const id = ++lastId
        const timer = CALLS_WITHOUT_TIMEOUT.includes(call)
          ? undefined
          : setTimeout(() => {
              take(id)?.reject(new PlayhubError('TIMEOUT'))
            }, CALL_TIMEOUT_MS)
        pending.set(id, { resolve: resolve as PendingCall['resolve'], reject, timer })
        try {
          port.postMessage({ id, call, params })
        } catch {
          take(id)?.reject(new PlayhubError('INVALID_PARAMS', `${call} takes plain data only.`))
        }
      }),
    listen: (listener) => {
      emit = listener
    },
    close,
  }
}
