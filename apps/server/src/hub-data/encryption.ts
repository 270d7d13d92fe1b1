import { closeSync, createReadStream, createWriteStream, openSync, readFileSync, readSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'

/**
 * Encrypts a file with age, for everybody who has a recipient's key.
 * @param recipients  Public keys: `age1…`.
 * @throws Error when a recipient is not valid
 * @see https://age-encryption.org/v1
 */
export async function encryptFile(source: string, target: string, recipients: string[]): Promise<void> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  await writeStream(await encrypter.encrypt(openStream(source)), target)
}

/**
 * @param identityFile  As `age-keygen` writes it: `AGE-SECRET-KEY-1…`, with comments.
 * @throws Error when no key fits, or the file is damaged
 */
export async function decryptFile(source: string, target: string, identityFile: string): Promise<void> {
  const decrypter = new Decrypter()
  for (const line of readFileSync(identityFile, 'utf8').split('\n')) {
    if (line.trim() !== '' && !line.startsWith('#')) decrypter.addIdentity(line.trim())
  }
  await writeStream(await decrypter.decrypt(openStream(source)), target)
}

const magic = 'age-encryption.org/v1\n'

export function isEncrypted(file: string): boolean {
  const handle = openSync(file, 'r')
  try {
    const start = Buffer.alloc(magic.length)
    readSync(handle, start)
    return start.toString('latin1') === magic
  } finally {
    closeSync(handle)
  }
}

function openStream(file: string): ReadableStream<Uint8Array> {
  return ReadableStream.from<Uint8Array>(createReadStream(file))
}

/** Only the hub's user may read the file. */
async function writeStream(content: ReadableStream<Uint8Array>, file: string): Promise<void> {
  await pipeline(content, createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }))
}
