import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
}

/** Nothing but the sandbox's own files runs on its pages; any page may frame them, as with a real provider. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'"

/**
 * Serves single files of a folder under chosen addresses. Read once: the sandbox is restarted to change them.
 * @param files  address → file name
 */
export function serveFiles(app: FastifyInstance, folder: string, files: Record<string, string>): void {
  for (const [address, name] of Object.entries(files)) {
    const content = readFileSync(join(folder, name))
    app.get(address, (_request, reply) => sendAsset(reply, types[extname(name)] ?? 'text/plain', content))
  }
}

export function sendAsset(reply: FastifyReply, type: string, content: Buffer | string, policy = POLICY) {
  return reply
    .headers({
      'content-type': type,
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    })
    .send(content)
}
