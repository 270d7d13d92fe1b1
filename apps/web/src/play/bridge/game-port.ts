import {
  type BridgeErrorCode,
  type BridgeFailure,
  bridgeErrors,
  type EventMessage,
  MAX_OPEN_CALLS,
  type ReadCall,
  type ReplyMessage,
  readCall,
} from '@playhub/contract/bridge'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { GameRefusal } from './game-host-actions.ts'
import { createMessageBudget } from './message-budget.ts'

export interface GamePort {
  send(event: EventMessage): void
  close(): void
}

/** Serves a port's calls within the number and cost limits. */
export function openGamePort(
  port: MessagePort,
  handle: (call: ReadCall) => Promise<unknown>,
  onMessage: (isPong: boolean) => void,
): GamePort {
  const withinBudget = createMessageBudget()
  let openCalls = 0

  const reply = (message: ReplyMessage) => port.postMessage(message)
  const refuse = (id: number, error: BridgeFailure) => reply({ id, ok: false, error })

  async function serve(call: ReadCall): Promise<void> {
    if (openCalls >= MAX_OPEN_CALLS) {
      return refuse(call.id, { code: 'RATE_LIMITED', message: bridgeErrors.RATE_LIMITED })
    }
    openCalls += 1
    try {
      reply({ id: call.id, ok: true, result: (await handle(call)) ?? null })
    } catch (error) {
      refuse(call.id, toFailure(error))
    } finally {
      openCalls -= 1
    }
  }

  function receive({ data }: MessageEvent): boolean {
    if (isPong(data)) {
      onMessage(true)
      return true
    }
    const call = readCall(data)
    if (call.ok) {
      onMessage(false)
      serve(call)
    } else if (call.id !== null) refuse(call.id, call.error)
    return call.ok
  }
  port.onmessage = (event) => withinBudget(() => receive(event))

  return {
    send: (event) => port.postMessage(event),
    close: () => port.close(),
  }
}

/** `PongMessage`: only its presence counts. */
function isPong(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'pong' in data && !('call' in data)
}

/** A script loaded only now fails with an error of its own. */
const isOffline = (error: unknown) =>
  !navigator.onLine || error instanceof ApiUnreachable || (error as Error | null)?.name === 'TimeoutError'

/** Refusals of the hub's API that most calls may get; the actions name the others. */
const apiRefusals: Partial<Record<string, [BridgeErrorCode, string?]>> = {
  TOO_MANY_REQUESTS: ['RATE_LIMITED', 'Too many attempts.'],
  BODY_INVALID: ['INVALID_PARAMS'],
  UNAUTHORIZED: ['NOT_SIGNED_IN'],
  ACCOUNT_BANNED: ['NOT_AVAILABLE', 'The account of the player is banned.'],
  PROJECT_NOT_FOUND: ['NOT_AVAILABLE', 'The project of this game is switched off.'],
}

function readApiRefusal(error: unknown): BridgeFailure | undefined {
  const known = error instanceof ApiRefusal ? apiRefusals[error.code] : undefined
  if (!known) return undefined
  const [code, sentence = bridgeErrors[code]] = known
  const { retryInSeconds } = (error as ApiRefusal).details
  const wait = typeof retryInSeconds === 'number' ? ` Try again in ${retryInSeconds} s.` : ''
  return { code, message: sentence + wait }
}

function toFailure(error: unknown): BridgeFailure {
  if (error instanceof GameRefusal) {
    const { code, message, current } = error
    return { code, message, ...(current !== undefined && { current }) }
  }
  if (isOffline(error)) return { code: 'OFFLINE', message: bridgeErrors.OFFLINE }
  const refused = readApiRefusal(error)
  if (refused) return refused
  console.error('A call from the game failed', error)
  return { code: 'INTERNAL', message: bridgeErrors.INTERNAL }
}
