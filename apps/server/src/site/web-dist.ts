import { fileURLToPath } from 'node:url'

/** The web client's build output. */
export const webDist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))
