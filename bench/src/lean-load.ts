import { connect } from 'node:net'

const connections = 32
const endOfHead = '\r\n\r\n'

/**
 * As `answersPerSecond`, for one address that always gives the same answer: the first answer tells how long each of them is,
 * and the others are counted by their bytes. A generator that reads every answer is busy before the hub is.
 * @throws Error when an answer is not 200 or of another length.
 */
export async function sameAnswersPerSecond(
  url: string,
  headers: Record<string, string> = {},
  seconds = 4,
): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const request = Buffer.from([`GET ${pathname} HTTP/1.1`, ...lines].join('\r\n') + endOfHead)
  const start = performance.now()
  const until = start + seconds * 1000
  const counts = await Promise.all(
    Array.from({ length: connections }, () => countAnswers({ hostname, port: Number(port), request, until })),
  )
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - start) / 1000)
}

type Asked = { hostname: string; port: number; request: Buffer; until: number }

function countAnswers({ hostname, port, request, until }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname, () => socket.write(request)).setNoDelay()
    let length: number | undefined
    let received = 0
    let answers = 0
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      length ??= lengthOf(bytes)
      received += bytes.length
      if (received < length) return
      if (received > length) return void socket.destroy(new Error(`An answer is not ${length} bytes long`))
      received = 0
      answers += 1
      if (performance.now() < until) return void socket.write(request)
      socket.destroy()
      resolve(answers)
    })
  })
}

/** Of a whole answer, by its head, which comes in one piece. */
function lengthOf(bytes: Buffer): number {
  const head = bytes.toString('latin1').split(endOfHead, 1)[0] as string
  const body = /^content-length: (\d+)/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || body === undefined) throw new Error(head)
  return head.length + endOfHead.length + Number(body)
}
