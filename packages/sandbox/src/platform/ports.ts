import type { Server } from 'node:net'
import { readFault } from './errors.ts'

/** A port could not be opened. The message is one line of instructions. */
export class PortUnavailable extends Error {}

/** @param setting  the port's environment variable, named in the error message */
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

/** The port of a listening server. */
export function getPort(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
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

/** True when this machine lacks such an address, for example IPv6. */
export function isMissingAddress(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(readFault(error).code ?? '')
}
