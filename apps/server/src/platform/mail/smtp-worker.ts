import { createTransport, type SendMailOptions } from 'nodemailer'
import { SECOND_MS } from '../clock.ts'
import { type SmtpFailure, toSmtpFailure } from './smtp-failure.ts'

/** Has its own connections. */
type Client = { id: number; smtpUrl: string }

export type SmtpTask = { client: Client } & (
  | { action: 'send'; message: SendMailOptions }
  /** Connects and logs in. */
  | { action: 'verify' }
  /** Closes the connections. */
  | { action: 'close' }
)

const transports = new Map<number, ReturnType<typeof openTransport>>()

/** Runs on a worker thread: composing an email and talking to the mail server takes 0.7 ms CPU (ADR 121). */
export default async function runSmtpTask(task: SmtpTask): Promise<SmtpFailure | null> {
  const { id, smtpUrl } = task.client
  const transport = transports.get(id) ?? openTransport(smtpUrl)
  if (task.action === 'close') {
    transport.close()
    transports.delete(id)
    return null
  }
  transports.set(id, transport)
  try {
    await (task.action === 'send' ? transport.sendMail(task.message) : transport.verify())
    return null
  } catch (error) {
    return toSmtpFailure(error)
  }
}

/** Keeps connections open between emails. */
const openTransport = (url: string) =>
  createTransport({
    url,
    pool: true,
    maxConnections: 5,
    connectionTimeout: 10 * SECOND_MS,
    socketTimeout: 30 * SECOND_MS,
  })
