import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Server } from 'node:net'

export type LocalServer = { url: string; port: number; close(): Promise<void> }

/** Serves HTTP on a free port. */
export async function startLocalServer(listener: RequestListener, host = '127.0.0.1'): Promise<LocalServer> {
  const server = createServer(listener)
  const port = await listenLocally(server, host)
  return {
    url: `http://${host}:${port}`,
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Listens on a free port. @returns  the port */
export async function listenLocally(server: Server, host = '127.0.0.1'): Promise<number> {
  await once(server.listen(0, host), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port')
  return address.port
}
