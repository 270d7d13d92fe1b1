/** WebKitGTK's MiniBrowser over the classic WebDriver protocol, on its own display. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { freePorts } from '@playhub/test-kit/free-ports'
import { waitUntil } from '../environment/environment.ts'
import { type Document, FrameGone, keys, type Session, type TestBrowser } from './driver.ts'

/** High enough for a payment form: a click in a frame does not scroll the page around it. */
const windowSize = { width: 1280, height: 1400 }

export async function launchWebKit(driverPath: string): Promise<TestBrowser> {
  const display = await startDisplay()
  const [port] = await freePorts(1)
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      LANG: 'C.UTF-8',
      LANGUAGE: 'en',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      GDK_BACKEND: 'x11',
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(
    async () => (await fetch(`${url}/status`).catch(() => null))?.ok || undefined,
    'WebKitWebDriver',
  )
  return {
    newSession: () => openSession(url),
    async close() {
      await stop(driver)
      await stop(display.server)
    },
  }
}

async function startDisplay(): Promise<{ name: string; server: ChildProcess }> {
  const args = [
    '-displayfd',
    '3',
    '-screen',
    '0',
    `${windowSize.width}x${windowSize.height}x24`,
    '-nolisten',
    'tcp',
  ]
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return { name: `:${String(number).trim()}`, server }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** A reference to an element in the protocol. */
type ElementReference = Record<typeof elementKey, string>
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Method = 'GET' | 'POST' | 'DELETE'

/** A session, with its commands' document. */
type Connection = {
  send<T>(method: Method, path: string, body?: object): Promise<T>
  select(handle: string, path: string[]): Promise<void>
}

/** @see https://www.w3.org/TR/webdriver2/#endpoints */
async function openSession(driverUrl: string): Promise<Session> {
  const capabilities = { alwaysMatch: { timeouts: { script: 30_000, pageLoad: 30_000 } } }
  const { sessionId } = await send<{ sessionId: string }>(driverUrl, 'POST', '/session', { capabilities })
  const connection = createConnection(`${driverUrl}/session/${sessionId}`)
  await connection.send('POST', '/window/rect', { x: 0, y: 0, ...windowSize })
  const handles: string[] = []
  return {
    async pages() {
      const open = await connection.send<string[]>('GET', '/window/handles')
      handles.splice(0, handles.length, ...handles.filter((each) => open.includes(each)))
      handles.push(...open.filter((each) => !handles.includes(each)))
      return handles.map((handle) => createDocument(connection, handle, []))
    },
    errors: [],
    close: () => connection.send('DELETE', ''),
  }
}

function createConnection(url: string): Connection {
  let selected = ''
  const sendHere: Connection['send'] = (method, path, body) =>
    send(url, method, path, body ?? (method === 'POST' ? {} : undefined))

  /** Selecting a document moves the keyboard focus to it, so it is only done when another one is selected. */
  async function select(handle: string, path: string[]): Promise<void> {
    const wanted = [handle, ...path].join()
    if (selected === wanted) return
    selected = ''
    await sendHere('POST', '/window', { handle })
    await sendHere('POST', '/frame', { id: null })
    for (const value of path) {
      const id = await sendHere<ElementReference>('POST', '/element', { using: 'css selector', value })
      await sendHere('POST', '/frame', { id })
    }
    selected = wanted
  }

  return {
    select,
    send: (...command) =>
      sendHere(...command).catch((error) => {
        selected = ''
        throw error
      }) as never,
  }
}

async function send<T>(base: string, method: Method, path: string, body?: object): Promise<T> {
  const response = await fetch(base + path, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (response.ok) return value
  const message = `${method} ${path}: ${value.error}: ${value.message}`
  throw /no such (frame|element)|stale element/.test(value.error ?? '')
    ? new FrameGone(message)
    : new Error(message)
}

function createDocument({ send, select }: Connection, handle: string, path: string[]): Document {
  async function run<T>(script: string, args: unknown[]): Promise<T> {
    await select(handle, path)
    const response = await send<{ value?: T; error?: string }>('POST', '/execute/async', {
      script: `const done = arguments[arguments.length - 1]
        const args = [...arguments].slice(0, -1)
        Promise.resolve().then(() => (${script})(...args)).then(
          (value) => done({ value }), (error) => done({ error: String(error) }))`,
      args,
    })
    if (response.error) throw new Error(response.error)
    return response.value as T
  }

  async function pressAll(characters: string[]): Promise<void> {
    await select(handle, path)
    const actions = characters.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  return {
    async goto(url) {
      await select(handle, [])
      await send('POST', '/url', { url })
    },
    evaluate: (script, ...args) => run(String(script), args),
    async find(script, ...args) {
      const element = await run<ElementReference | null>(String(script), args)
      return element && { click: () => send('POST', `/element/${element[elementKey]}/click`) }
    },
    press: (key) => pressAll([keys[key]]),
    type: (text) => pressAll([...text]),
    frame: (css) => createDocument({ send, select }, handle, [...path, css]),
  }
}
