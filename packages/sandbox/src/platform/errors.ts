/** What can be read from anything thrown. */
export interface Fault {
  message: string
  /** Of Node.js, such as `ENOENT`. */
  code?: string
  /** Of Fastify and injected faults. */
  statusCode?: number
}

export function readFault(error: unknown): Fault {
  return error instanceof Error ? error : { message: String(error) }
}
