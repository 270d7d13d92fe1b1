import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from '../assets.ts'

/** What the buyers' pages of several providers share. The addresses lie as the files do, so that imports hold. */
export function checkoutRoutes(app: FastifyInstance): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/checkout/browser/card-form.js': 'card-form.js',
    '/checkout/browser/card-number.js': 'card-number.js',
    '/checkout/browser/page.js': 'page.js',
    '/checkout/browser/checkout.css': 'checkout.css',
  })
}
