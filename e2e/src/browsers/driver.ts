/** The common interface of the browsers' drivers. `player.ts` builds the steps of a player on it. */

/** Runs in the page: must be self-contained. Arguments and results are JSON. */
export type PageScript<Args extends unknown[], Result> = (...args: Args) => Result | Promise<Result>

/** A document: a window's page, or a frame in it. */
export interface Document {
  goto(url: string): Promise<void>
  evaluate<Args extends unknown[], Result>(script: PageScript<Args, Result>, ...args: Args): Promise<Result>
  /** The element found by a script in the page. */
  find<Args extends unknown[]>(script: PageScript<Args, Element | null>, ...args: Args): Promise<Found | null>
  /**
   * Presses a key on the window's keyboard: the focused element gets it. In WebKit, this document has the focus then.
   */
  press(key: Key): Promise<void>
  /** Types on the window's keyboard. */
  type(text: string): Promise<void>
  /** The document in a frame. It is looked up for each use. */
  frame(css: string): Document
}

export interface Found {
  /** Clicks with the mouse. */
  click(): Promise<void>
}

export const keys = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
}
export type Key = keyof typeof keys

/** A separate browser profile. */
export interface Session {
  /** Pages in all windows, in opening order. */
  pages(): Promise<Document[]>
  /** Console errors and uncaught exceptions from all pages, if the driver reports them. */
  errors: string[]
  close(): Promise<void>
}

export interface TestBrowser {
  newSession(): Promise<Session>
  close(): Promise<void>
}

/** A frame or an element is being replaced. */
export class FrameGone extends Error {}
