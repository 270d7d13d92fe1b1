import type { FrameInspection } from '@playhub/contract'

/** A game's URL, and what the server has found there. */
export type Inspected = { url: string; inspection: FrameInspection }
