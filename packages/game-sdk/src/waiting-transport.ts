import type { EventListener, Transport } from './transport.ts'

/**
 * Passes calls on as soon as the connection is open, in their order. They reject with its error when it fails.
 * @param abort  Ends the attempt to open it.
 */
export function createWaitingTransport(opening: Promise<Transport>, abort: () => void): Transport {
  let open: Transport | undefined
  let emit: EventListener = () => {}
  opening.then(
    (transport) => {
      open = transport
      transport.listen((event, payload) => emit(event, payload))
    },
    () => {},
  )
  return {
    call: async (call, params) => (await opening).call(call, params),
    listen: (listener) => {
      emit = listener
    },
    close() {
      abort()
      open?.close()
    },
  }
}
