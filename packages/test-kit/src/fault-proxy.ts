import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenLocally } from './local-server.ts'

/** A TCP proxy between the hub and a service, whose network a test breaks. */
export type FaultProxy = {
  port: number
  /** Sends new connections to this port. */
  target(port: number): void
  /** Forwards everything at once, what was held included. */
  pass(): void
  /** Forwards everything so much later. */
  delay(ms: number): void
  /** Forwards nothing and closes nothing. Resolves when it holds something back. */
  hold(): Promise<void>
  /** Resets every connection, open and new. */
  refuse(): void
  /** Forwards nothing more on the open connections, as a firewall after losing its state. New ones work. */
  forget(): void
}

type Link = { client: Socket; upstream: Socket; isForgotten: boolean }
type State = { kind: 'pass' | 'hold' | 'refuse' } | { kind: 'delay'; ms: number }

/** Starts a proxy; it stops with the test. */
export async function startFaultProxy(targetPort = 0): Promise<FaultProxy> {
  let upstreamPort = targetPort
  let state: State = { kind: 'pass' }
  const links = new Set<Link>()
  const released = new Set<() => void>()
  let onHeld = () => {}

  const server = createServer((client) => {
    if (state.kind === 'refuse') return void client.resetAndDestroy()
    const upstream = connect(upstreamPort, '127.0.0.1')
    const link: Link = { client, upstream, isForgotten: false }
    links.add(link)
    forward(link, client, upstream)
    forward(link, upstream, client)
    for (const socket of [client, upstream]) socket.on('error', () => {})
    client.on('close', () => links.delete(link))
  })

  async function forward(link: Link, from: Socket, to: Socket): Promise<void> {
    try {
      for await (const chunk of from) {
        if (link.isForgotten) continue
        if (state.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, delayMs()))
        while (state.kind === 'hold') {
          onHeld()
          await new Promise<void>((resolve) => released.add(resolve))
        }
        if (!link.isForgotten) to.write(chunk)
      }
      if (!link.isForgotten) to.end()
    } catch {
      if (!link.isForgotten) to.destroy()
    }
  }

  const delayMs = () => (state.kind === 'delay' ? state.ms : 0)

  function become(next: State): void {
    state = next
    for (const release of released) release()
    released.clear()
  }

  function resetAll(): void {
    for (const { client, upstream } of links) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }

  const port = await listenLocally(server)
  onTestFinished(() => {
    become({ kind: 'refuse' })
    resetAll()
    server.close()
  })
  return {
    port,
    target: (port) => {
      upstreamPort = port
    },
    pass: () => become({ kind: 'pass' }),
    delay: (ms) => become({ kind: 'delay', ms }),
    hold: () => {
      become({ kind: 'hold' })
      return new Promise((resolve) => {
        onHeld = resolve
      })
    },
    refuse: () => {
      become({ kind: 'refuse' })
      resetAll()
    },
    forget: () => {
      for (const link of links) link.isForgotten = true
    },
  }
}
