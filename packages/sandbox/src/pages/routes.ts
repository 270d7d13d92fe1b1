import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFiles } from './assets.ts'

/** What the buyers' pages of several providers share. The addresses lie as the files do, so that imports hold. */
export function pageRoutes(app: FastifyInstance): void {
  serveFiles(app, join(import.meta.dirname, 'browser'), {
    '/pages/browser/card-form.js': 'card-form.js',
    '/pages/browser/card-number.js': 'card-number.js',
    '/pages/browser/page.js': 'page.js',
    '/pages/browser/checkout.css': 'checkout.css',
  })
}
