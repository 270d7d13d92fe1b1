export type DraftSaver = {
  text: string
  /** The server's copy. */
  readonly saved: string
  isUnsaved(): boolean
  /** Saves in the order of calls. @returns whether this text is on the server. */
  save(): Promise<boolean>
  /** Resolves when no call is in progress. */
  waitForSaves(): Promise<void>
  /** The answer was sent, and the server has deleted its draft. */
  forget(): void
}

/**
 * Keeps a text on the server.
 * @param initial  What the server has.
 * @param send     Replaces it.
 */
export function createDraftSaver(initial: string, send: (text: string) => Promise<unknown>): DraftSaver {
  let saved = initial
  let inFlight: Promise<unknown> = Promise.resolve()
  const sendChanged = async (text: string) => {
    if (text === saved) return
    await send(text)
    saved = text
  }
  return {
    text: initial,
    get saved() {
      return saved
    },
    isUnsaved() {
      return this.text !== saved
    },
    async save() {
      const { text } = this
      const sent = inFlight.then(() => sendChanged(text))
      inFlight = sent.catch(() => undefined)
      return sent.then(
        () => true,
        () => false,
      )
    },
    async waitForSaves() {
      await inFlight
    },
    forget() {
      this.text = ''
      saved = ''
    },
  }
}
