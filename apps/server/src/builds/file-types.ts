import { Mime } from 'mime'
import otherTypes from 'mime/types/other.js'
import standardTypes from 'mime/types/standard.js'

/** Engine output missing from the registry of types. */
const engineTypes = {
  'application/octet-stream': ['unityweb', 'pck', 'data', 'mem', 'bundle', 'basis'],
  'application/wasm': ['wasm'],
  'image/ktx2': ['ktx2'],
}
const types = new Mime(standardTypes, otherTypes).define(engineTypes, true)

const gzipMagic = Buffer.from([0x1f, 0x8b])
const unityBrotliMarker = 'UnityWeb Compressed Content (brotli)'

/** First bytes of a file read by `readEncoding`. */
export const headBytes = 64

/** The type to serve; a compressed file gets its content's type. */
export function getFileType(path: string, encoding: 'br' | 'gzip' | null): string {
  const name = encoding ? path.replace(/\.(br|gz|unityweb)$/i, '') : path
  if (/\.symbols\.json$/.test(name)) return 'application/octet-stream'
  const type = types.getType(name) ?? 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

/** Tells if the file itself is compressed, so browsers must unpack it. */
export function readEncoding(path: string, head: Buffer): 'br' | 'gzip' | null {
  const isGzip = head.subarray(0, 2).equals(gzipMagic)
  if (/\.gz$/i.test(path)) return isGzip ? 'gzip' : null
  if (/\.br$/i.test(path)) return 'br'
  if (!/\.unityweb$/i.test(path)) return null
  if (isGzip) return 'gzip'
  return head.includes(unityBrotliMarker) ? 'br' : null
}

/** Tells if brotli can make a file of this type much smaller. */
export function isCompressible(type: string, path: string): boolean {
  return /^text\/|json|javascript|xml|wasm|svg/.test(type) || /\.(pck|data|mem|wasm|glb|gltf)$/i.test(path)
}
