import { HANDSHAKE_TIMEOUT_MS } from '@playhub/contract/bridge-protocol'
import { findHub } from './handshake.ts'
import { createHub, type Hub } from './hub.ts'
import { createLocalTransport, type LocalOptions } from './local-transport.ts'
import { createPortTransport } from './port-transport.ts'
import { PlayhubError, type Transport } from './transport.ts'

export interface ConnectOptions {
  /**
   * The simulated hub in local mode, used when no hub responds. `false` disables local mode: `connect` then rejects
   * with `NO_HUB`. Disable it in a released game, because items in the local shop are free.
   */
  local?: LocalOptions | false
  /** Origins of the hubs that may show this game, such as `https://play.example`. Default: any parent window. */
  hubOrigins?: readonly string[]
  /** How long to wait for a hub. Default: 1500 ms. */
  timeoutMs?: number
}

let connected: Promise<Hub> | undefined

/**
 * Connects to the hub that shows this game, or starts local mode when there is none. Further calls return the same hub
 * until it is closed.
 * @throws PlayhubError `NO_HUB` or `UNSUPPORTED_VERSION`.
 */
export function connect(options: ConnectOptions = {}): Promise<Hub> {
  if (connected) return connected
  const connection = openHub(options, () => forget(connection))
  connection.catch(() => forget(connection))
  connected = connection
  return connection
}

/** Ignores a connection that is not the current one, such as an old hub that is closed twice. */
function forget(connection: Promise<Hub>): void {
  if (connected === connection) connected = undefined
}

async function openHub(options: ConnectOptions, onClose: () => void): Promise<Hub> {
  const { hubOrigins, timeoutMs = HANDSHAKE_TIMEOUT_MS } = options
  const port = await findHub({ hubOrigins, timeoutMs })
  const transport = port ? createPortTransport(port) : openLocally(options)
  const init = await transport.call('init').catch((error) => {
    transport.close()
    throw error
  })
  return createHub(transport, { init, mode: port ? 'hub' : 'local', onClose })
}

function openLocally({ local }: ConnectOptions): Transport {
  if (local === false) throw new PlayhubError('NO_HUB', 'No hub shows this game')
  return createLocalTransport(local ?? {})
}
