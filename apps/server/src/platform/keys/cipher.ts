import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Db } from '../database/database.ts'
import { loadOrCreateSecret } from './secrets.ts'

export type Cipher = {
  /** Another result each time, in the letters of a URL. */
  encrypt(text: string): string
  /**
   * Undefined when this hub has not encrypted it. `nonce` is random and different for each encrypted text.
   */
  decrypt(encrypted: string): { text: string; nonce: string } | undefined
}

const cipherName = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts short texts for clients; only the hub can make and read them. */
export async function openCipher(db: Db, secretName: string): Promise<Cipher> {
  const secret = Buffer.from(await loadOrCreateSecret(db, secretName), 'base64url')
  return {
    encrypt(text) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(cipherName, secret, iv)
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, encrypted, cipher.getAuthTag()]).toString('base64url')
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64url')
      const iv = bytes.subarray(0, ivBytes)
      try {
        const decipher = createDecipheriv(cipherName, secret, iv, { authTagLength: tagBytes })
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        const text =
          decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
        return { text, nonce: iv.toString('hex') }
      } catch {
        return undefined
      }
    },
  }
}
