import type { Server } from 'node:net'

/** A port could not be opened. The message is one line that says what to do. */
export class PortUnavailable extends Error {}

/** @param setting  the environment variable that chooses this port, named in the error message */
export function openPort(server: Server, port: number, host: string, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explain(error, port, setting))
    server.once('error', fail)
    server.listen({ port, host }, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function explain(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new PortUnavailable(
      `Port ${port} is in use: stop the program that holds it, or choose another with ${setting}.`,
    )
  }
  if (error.code === 'EACCES') {
    return new PortUnavailable(
      `Port ${port} may not be opened by this user: choose one above 1023 with ${setting}.`,
    )
  }
  return error
}

/** True when the error means that this machine has no such address, for example no IPv6. */
export function isMissingAddress(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')
}
