import { install } from '../shared/install.ts'
import { createPlaygama } from './playgama.ts'

/** The hub writes the platform into the address; see `game.compat` in the content. */
const { src = '' } = (document.currentScript ?? {}) as { src?: string }

install((portal) => createPlaygama(portal, URL.parse(src)?.searchParams.get('platform') ?? undefined))
