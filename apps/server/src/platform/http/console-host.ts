import type { IncomingMessage } from 'node:http'

/** Tells if a request is for the operators' console. */
export type IsConsoleHost = (request: Pick<IncomingMessage, 'headers'>) => boolean

/**
 * Compares the `Host` header of the client or its proxy. `X-Forwarded-Host` and `Forwarded` do not count: a client can
 * write them, and a proxy may pass them on.
 * @param console  `hasOwnHost` is false where the console is below the players' URL.
 */
export function createConsoleHostCheck(
  { url, hasOwnHost }: { url: string; hasOwnHost: boolean },
  publicUrl: string,
): IsConsoleHost {
  if (!hasOwnHost) return () => false
  const { protocol, hostname, port } = new URL(url)
  // A proxy may map ports, which then tell nothing.
  const comparesPort = hostname === new URL(publicUrl).hostname
  return ({ headers }) => {
    const given = URL.parse(`${protocol}//${headers.host ?? ''}`)
    return given?.hostname.replace(/\.$/, '') === hostname && (!comparesPort || given.port === port)
  }
}
