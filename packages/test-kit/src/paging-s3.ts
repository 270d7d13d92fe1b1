/** A bucket with a paged list, as real services have and the other tests' emulator has not. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LocalServer, startLocalServer } from './local-server.ts'

export type PagingS3 = LocalServer & { keys: Set<string>; listings: number }

/** A service may give fewer keys than a client asks for. */
type Options = { keys: Iterable<string>; maxKeys?: number }

export async function startPagingS3({ keys: given, maxKeys = 1000 }: Options): Promise<PagingS3> {
  const keys = new Set(given)
  const state = { keys, listings: 0 }

  function respond({ url = '/', method }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://s3')
    if (method === 'DELETE') {
      keys.delete(decodeURIComponent(pathname.replace(/^\/[^/]+\//, '')))
      return void response.writeHead(204).end()
    }
    state.listings += 1
    const last = readToken(searchParams.get('continuation-token'))
    if (last === undefined) return void response.writeHead(400).end()
    const wanted = Math.min(Number(searchParams.get('max-keys') ?? 1000), maxKeys)
    const prefix = searchParams.get('prefix') ?? ''
    const left = [...keys].filter((key) => key.startsWith(prefix) && key > last).toSorted()
    response.writeHead(200, { 'content-type': 'application/xml' }).end(toXml(left, wanted))
  }

  return Object.assign(state, await startLocalServer(respond))
}

/** Opaque to clients, with signs escaped in XML and URLs. */
const toToken = (key: string) => `1+/=& ${Buffer.from(key).toString('base64')}`

/** @returns  the key before the page; undefined for a changed token */
function readToken(token: string | null): string | undefined {
  if (token === null) return ''
  const key = Buffer.from(token.slice(6), 'base64').toString()
  return token === toToken(key) ? key : undefined
}

function toXml(left: string[], wanted: number): string {
  const page = left.slice(0, wanted)
  const isTruncated = left.length > page.length
  const next = isTruncated ? toToken(page.at(-1) ?? '').replaceAll('&', '&amp;') : ''
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified><ETag>"e"</ETag><Size>1</Size></Contents>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
    next && `<NextContinuationToken>${next}</NextContinuationToken>`
  }${contents.join('')}</ListBucketResult>`
}
