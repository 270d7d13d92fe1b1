import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Only the sandbox's own files run on its pages. Any site may frame them, as with a real provider. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'"

/** Serves what the pages share. The URLs mirror the source tree, so relative imports work in both. */
export function sharedAssetRoutes(app: FastifyInstance): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/pages/browser/card-form.js': 'card-form.js',
    '/pages/browser/card-number.js': 'card-number.js',
    '/pages/browser/checkout.js': 'checkout.js',
    '/pages/browser/i18n.js': 'i18n.js',
    '/pages/browser/checkout.css': 'checkout.css',
  })
}

/**
 * Serves single files of a folder. They are read once, so a change needs a restart.
 * @param files  path → file name
 */
export function serveFiles(app: FastifyInstance, folder: string, files: Record<string, string>): void {
  for (const [path, name] of Object.entries(files)) {
    const content = readFileSync(join(folder, name))
    app.get(path, (_request, reply) => sendAsset(reply, contentTypes[extname(name)] ?? 'text/plain', content))
  }
}

export function sendAsset(
  reply: FastifyReply,
  type: string,
  content: Buffer | string,
  policy = CONTENT_SECURITY_POLICY,
) {
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

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
