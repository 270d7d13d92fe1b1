import {
  type BridgeCall,
  type BridgeFailure,
  CALL_TIMEOUT_MS,
  MAX_CALLS_PER_SECOND,
} from '@playhub/contract/bridge-protocol'
import { createRateLimit } from '@playhub/contract/rate-limit'
import { PlayhubError } from './error.ts'
import type { EventListener, Link } from './link.ts'

/** A human decides how long these take. */
const PATIENT_CALLS: readonly string[] = ['purchase', 'signIn'] satisfies BridgeCall[]

interface OpenCall {
  resolve(result: unknown): void
  reject(error: PlayhubError): void
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Speaks calls and events over the port a hub handed us. */
export function createPortLink(port: MessagePort): Link {
  const open = new Map<number, OpenCall>()
  const isWithinRate = createRateLimit(MAX_CALLS_PER_SECOND)
  let lastId = 0
  let isClosed = false
  let tell: EventListener = () => {}

  port.onmessage = ({ data }) => {
    if (typeof data !== 'object' || data === null) return
    if (typeof data.event === 'string') tell(data.event, data.payload)
    else settle(data)
  }

  function settle(reply: { id?: unknown; ok?: unknown; result?: unknown; error?: Partial<BridgeFailure> }) {
    const call = take(reply.id as number)
    if (reply.ok === true) call?.resolve(reply.result)
    else
      call?.reject(
        new PlayhubError(reply.error?.code ?? 'INTERNAL', reply.error?.message ?? 'The hub failed'),
      )
  }

  function take(id: number) {
    const call = open.get(id)
    open.delete(id)
    clearTimeout(call?.timer)
    return call
  }

  function close() {
    isClosed = true
    port.close()
    for (const id of [...open.keys()]) take(id)?.reject(closed())
  }
  port.addEventListener('close', close)

  return {
    call: (call, params) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed())
        if (!isWithinRate()) {
          return reject(
            new PlayhubError('RATE_LIMITED', `More than ${MAX_CALLS_PER_SECOND} calls in a second`),
          )
        }
        const id = ++lastId
        const timer = PATIENT_CALLS.includes(call)
          ? undefined
          : setTimeout(() => {
              take(id)?.reject(new PlayhubError('TIMEOUT', `The hub did not answer ${call} in time`))
            }, CALL_TIMEOUT_MS)
        open.set(id, { resolve: resolve as OpenCall['resolve'], reject, timer })
        try {
          port.postMessage({ id, call, params })
        } catch {
          take(id)?.reject(new PlayhubError('INVALID_PARAMS', `${call} takes plain data only`))
        }
      }),
    listen: (listener) => {
      tell = listener
    },
    close,
  }
}

function closed() {
  return new PlayhubError('CLOSED', 'The bridge to the hub is closed')
}
