import { connect } from 'node:net'

const connections = 32
const headTerminator = '\r\n\r\n'

/**
 * `responsesPerSecond` for a URL with a constant response: counts responses by the first one's length, without parsing.
 * A parsing generator would be slower than the hub.
 * @throws Error  when a response is not a 200 or has another length
 */
export async function fixedResponsesPerSecond(
  url: string,
  headers: Record<string, string> = {},
  seconds = 4,
): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from([`GET ${pathname} HTTP/1.1`, ...lines].join('\r\n') + headTerminator)
  const start = performance.now()
  const until = start + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: connections }, () =>
      countResponses({ hostname, port: Number(port), request, until }),
    ),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000)
}

type Load = { hostname: string; port: number; request: Buffer; until: number }

function countResponses({ hostname, port, request, until }: Load): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => socket.write(request)).setNoDelay()
    let length: number | undefined
    let received = 0
    let responses = 0
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      length ??= responseLength(bytes)
      received += bytes.length
      if (received < length) return
      if (received > length) return void socket.destroy(new Error(`A response is not ${length} bytes long`))
      received = 0
      responses += 1
      if (performance.now() < until) return void socket.write(request)
      socket.destroy()
      resolve(responses)
    })
  })
}

/** Head and body. Expects the head in one chunk. */
function responseLength(bytes: Buffer): number {
  const head = bytes.toString('latin1').split(headTerminator, 1)[0] as string
  const body = /^content-length: (\d+)/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || body === undefined) throw new Error(head)
  return head.length + headTerminator.length + Number(body)
}
