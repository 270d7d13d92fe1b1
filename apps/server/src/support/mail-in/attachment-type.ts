/** Types that staff may open, by the bytes with which such a file begins, in hexadecimal. */
const signatures = [
  { type: 'image/png', ending: 'png', bytes: /^89504e470d0a1a0a/ },
  { type: 'image/jpeg', ending: 'jpg', bytes: /^ffd8ff/ },
  { type: 'image/gif', ending: 'gif', bytes: /^4749463839|^4749463837/ },
  { type: 'image/webp', ending: 'webp', bytes: /^52494646.{8}57454250/ },
  { type: 'application/pdf', ending: 'pdf', bytes: /^255044462d/ },
]

/** Undefined for every other file, whatever its name and its sender say. */
export function findAttachmentType(bytes: Uint8Array): { type: string; ending: string } | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex')
  return signatures.find((signature) => signature.bytes.test(beginning))
}

/** A name without folders and control characters, which ends as its type does. */
export function cleanAttachmentName(name: string, ending: string): string {
  const plain = name.normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ')
  const base = plain.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '')
  const safe = [...base.replace(/["*:<>?|;%\\/]/g, '_').replace(/^[. ]+/, '')].slice(0, 80).join('').trim()
  return `${safe || 'file'}.${ending}`
}
