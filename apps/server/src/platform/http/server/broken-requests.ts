import type { Socket } from 'node:net'
import { getErrorCode } from '../../errors.ts'

const responses: Record<string, string> = {
  // A page below the same domain may set so many cookies that every request becomes too large. The response deletes
  // them.
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large\r\nClear-Site-Data: "cookies"',
  // A browser using a spare connection at this moment repeats its request.
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Responds to what Node could not read as a request, so no hook runs for it. */
export function refuseBrokenRequest(error: Error, socket: Socket): void {
  const code = getErrorCode(error) ?? ''
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const response = responses[code] ?? '400 Bad Request'
  // A client that keeps its side open could send its body on.
  const disconnect = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? () => void socket.destroy() : undefined
  socket.end(`HTTP/1.1 ${response}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, disconnect)
}
