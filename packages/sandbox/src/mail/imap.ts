import { createServer, type Socket } from 'node:net'
import { getPort, openPort } from '../platform/ports.ts'

export interface ImapServer {
  port: number
  /** Everything in the mailbox, the oldest first. */
  messages: ImapMessage[]
  deliver(raw: Buffer): void
  close(): Promise<void>
}

export interface ImapMessage {
  uid: number
  raw: Buffer
  flags: Set<string>
}

const imapLogin = { user: 'support', password: 'support' }
const MAX_MESSAGES = 1000
const QUOTED = /"((?:[^"\\]|\\.)*)"|(\S+)/g

/** A mailbox for support: the part of IMAP that a client needs to find mail, read it and mark it. */
export async function openImapServer(options: { host: string; port: number }): Promise<ImapServer> {
  const messages: ImapMessage[] = []
  const sockets = new Set<Socket>()
  let lastUid = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client disconnecting early must not crash the sandbox.
    socket.on('error', () => {})
    serve(socket, messages)
  })
  await openPort(server, options.port, options.host, 'IMAP_PORT')
  return {
    port: getPort(server),
    messages,
    deliver(raw) {
      messages.push({ uid: ++lastUid, raw, flags: new Set() })
      if (messages.length > MAX_MESSAGES) messages.shift()
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function serve(socket: Socket, messages: ImapMessage[]): void {
  const session = { socket, messages, isLoggedIn: false }
  let received = ''
  socket.write('* OK [CAPABILITY IMAP4rev1] Playhub sandbox\r\n')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
    for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
      run(session, received.slice(0, end))
      received = received.slice(end + 2)
    }
  })
}

interface Session {
  socket: Socket
  messages: ImapMessage[]
  isLoggedIn: boolean
}

function run(session: Session, line: string): void {
  const { socket } = session
  const [tag = '*', ...words] = line.split(' ')
  const isUid = words[0]?.toUpperCase() === 'UID'
  const [name = '', ...rest] = isUid ? words.slice(1) : words
  const command = name.toUpperCase()
  const args = rest.join(' ')
  if (command === 'LOGIN') session.isLoggedIn = isLogin(args)
  const isOpen = session.isLoggedIn || ['CAPABILITY', 'LOGOUT', 'NOOP'].includes(command)
  if (!isOpen) {
    socket.write(`${tag} NO [AUTHENTICATIONFAILED] The user or the password is wrong\r\n`)
    return
  }
  respond(session, command, args)
  const code = command === 'SELECT' ? '[READ-WRITE] ' : ''
  socket.write(`${tag} OK ${code}${command} completed\r\n`)
  if (command === 'LOGOUT') socket.end()
}

function isLogin(args: string): boolean {
  const [user, password] = [...args.matchAll(QUOTED)].map(([, quoted, plain]) => quoted ?? plain)
  return user === imapLogin.user && password === imapLogin.password
}

function respond({ socket, messages }: Session, command: string, args: string): void {
  switch (command) {
    case 'CAPABILITY':
      socket.write('* CAPABILITY IMAP4rev1\r\n')
      return
    case 'LIST':
      socket.write('* LIST () "/" INBOX\r\n')
      return
    case 'SELECT':
      socket.write(`* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY 1]\r\n`)
      socket.write('* FLAGS (\\Seen \\Flagged)\r\n* OK [PERMANENTFLAGS (\\Seen \\Flagged)]\r\n')
      return
    case 'SEARCH': {
      const unseen = messages.filter(({ flags }) => !flags.has('\\Seen')).map(({ uid }) => uid)
      socket.write(`* SEARCH ${unseen.join(' ')}\r\n`)
      return
    }
    case 'FETCH':
      fetchMessage(socket, messages, args)
      return
    case 'STORE':
      for (const flag of args.match(/\\\w+/g) ?? []) find(messages, args)?.flags.add(flag)
      return
    case 'LOGOUT':
      socket.write('* BYE\r\n')
  }
}

const find = (messages: ImapMessage[], args: string) =>
  messages.find(({ uid }) => uid === Number.parseInt(args, 10))

function fetchMessage(socket: Socket, messages: ImapMessage[], args: string): void {
  const message = find(messages, args)
  if (!message) return
  const { uid, raw } = message
  socket.write(`* ${messages.indexOf(message) + 1} FETCH (UID ${uid} RFC822.SIZE ${raw.length}`)
  const [isBody, length] = /BODY\.PEEK\[\]<0\.(\d+)>/.exec(args) ?? []
  if (isBody) {
    const part = raw.subarray(0, Number(length))
    socket.write(` BODY[]<0> {${part.length}}\r\n`)
    socket.write(part)
  }
  socket.write(')\r\n')
}
