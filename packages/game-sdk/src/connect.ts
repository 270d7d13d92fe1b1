import { HANDSHAKE_TIMEOUT_MS } from '@playhub/contract/bridge-protocol'
import { PlayhubError } from './error.ts'
import { findHub } from './handshake.ts'
import { createHub, type Hub } from './hub.ts'
import type { Link } from './link.ts'
import { createLocalLink, type LocalOptions } from './local-link.ts'
import { createPortLink } from './port-link.ts'

export interface ConnectOptions {
  /**
   * What to pretend when no hub answers. `false` switches the local mode off: `connect` then rejects with
   * `NO_HUB`, which a released game wants, because the local shop gives its items for nothing.
   */
  local?: LocalOptions | false
  /** Origins of the hubs this game belongs in, such as `https://play.example`; any parent when left out. */
  hubOrigins?: readonly string[]
  /** How long to look for a hub; 1500 ms when left out. */
  timeoutMs?: number
}

let connected: Promise<Hub> | undefined

/**
 * Finds the hub that shows this game; without one, plays the hub's part itself. A second call returns the
 * same hub, until it is closed.
 * @throws PlayhubError `NO_HUB` or `UNSUPPORTED_VERSION`.
 */
export function connect(options: ConnectOptions = {}): Promise<Hub> {
  if (connected) return connected
  const opening = open(options, () => forget(opening))
  opening.catch(() => forget(opening))
  connected = opening
  return opening
}

/** A later connection stays when an earlier one ends twice. */
function forget(opening: Promise<Hub>): void {
  if (connected === opening) connected = undefined
}

async function open(options: ConnectOptions, onClose: () => void): Promise<Hub> {
  const { hubOrigins, timeoutMs = HANDSHAKE_TIMEOUT_MS } = options
  const port = await findHub({ hubOrigins, timeoutMs })
  const link = port ? createPortLink(port) : openLocally(options)
  const init = await link.call('init').catch((error) => {
    link.close()
    throw error
  })
  return createHub(link, { init, mode: port ? 'hub' : 'local', onClose })
}

function openLocally({ local }: ConnectOptions): Link {
  if (local === false) throw new PlayhubError('NO_HUB', 'No hub shows this game')
  return createLocalLink(local ?? {})
}
