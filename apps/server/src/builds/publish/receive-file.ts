import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RefusalCode } from '@playhub/contract'
import { Refusal } from '../../platform/refusal.ts'

type Receiving = {
  maxBytes: number
  tooLarge: RefusalCode
  claim?: ((sizeBytes: number) => Promise<void>) | undefined
}

/**
 * Writes a client's bytes to a file.
 * @param tooLarge  The refusal beyond `maxBytes`.
 * @param claim  Called with the received bytes, before they are written.
 * @throws Refusal `tooLarge`, `claim`'s, or BODY_INVALID when the body breaks off
 */
export async function receiveFile(
  content: Readable,
  path: string,
  { maxBytes, tooLarge, claim }: Receiving,
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      hash.update(chunk)
      if (sizeBytes > maxBytes) return done(new Refusal(tooLarge))
      if (!claim) return done(null, chunk)
      claim(sizeBytes).then(() => done(null, chunk), done)
    },
  })
  try {
    await pipeline(content, measure, createWriteStream(path, { mode: 0o600 }))
  } catch (cause) {
    if (cause instanceof Refusal || content.errored === null) throw cause
    throw new Refusal('BODY_INVALID', undefined, { cause })
  }
  return { sha256: hash.digest('hex'), sizeBytes }
}
