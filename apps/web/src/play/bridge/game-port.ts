import {
  type BridgeErrorCode,
  type BridgeFailure,
  type EventMessage,
  MAX_OPEN_CALLS,
  type ReadCall,
  type ReplyMessage,
  readCall,
} from '@playhub/contract/bridge'
import { GameRefusal } from './game-host-actions.ts'
import { createReadingAllowance } from './message-budget.ts'

export interface GamePort {
  tell(event: EventMessage): void
  close(): void
}

/** Answers the calls that come through a port, and nothing over the limits. */
export function openGamePort(port: MessagePort, answer: (call: ReadCall) => Promise<unknown>): GamePort {
  const allow = createReadingAllowance()
  let openCalls = 0

  const reply = (message: ReplyMessage) => port.postMessage(message)
  const refuse = (id: number, error: BridgeFailure) => reply({ id, ok: false, error })

  async function serve(call: ReadCall): Promise<void> {
    if (openCalls >= MAX_OPEN_CALLS) {
      return refuse(call.id, { code: 'RATE_LIMITED', message: `${MAX_OPEN_CALLS} calls are open already` })
    }
    openCalls += 1
    try {
      reply({ id: call.id, ok: true, result: (await answer(call)) ?? null })
    } catch (error) {
      refuse(call.id, toFailure(error))
    } finally {
      openCalls -= 1
    }
  }

  function hear(message: MessageEvent): boolean {
    const reading = readCall(message.data)
    if (reading.ok) serve(reading)
    else if (reading.id !== null) refuse(reading.id, reading.error)
    return reading.ok
  }
  port.onmessage = (message) => allow(() => hear(message))

  return {
    tell: (event) => port.postMessage(event),
    close: () => port.close(),
  }
}

function toFailure(error: unknown): BridgeFailure {
  if (error instanceof GameRefusal) return { code: error.code, message: error.message }
  console.error('A call of the game failed', error)
  return { code: 'INTERNAL' satisfies BridgeErrorCode, message: 'The hub failed' }
}
