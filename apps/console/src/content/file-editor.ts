import type { DraftText } from '@playhub/contract/operator'
import { ApiRefusal, isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { createEmitter } from '@playhub/ui/stores/emitter.ts'

const SAVE_AFTER_MS = 800
const RETRY_AFTER_MS = 5_000

export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'conflict'

export type FileState = {
  /** The text as it is typed; null deletes the file. */
  text: string | null
  status: SaveStatus
  /** The hub's newest copy. */
  file: DraftText
  /** The refusal, where `status` is `failed`. */
  error: unknown
  /** What was published meanwhile, where `status` is `conflict`. */
  theirs: Published | null
}

/** @property requestedAt  When it was requested, by `performance.now()`. */
export type LoadedFile = DraftText & { requestedAt: number }

type Published = { text: string | null; sha256: string | null }

type Calls = {
  /** False where the hub checks texts and keeps none: only this browser has them. */
  isStored: boolean
  /** @param over  Hash of the hub's copy that the text follows. */
  put(text: string | null, baseSha256: string | null, over: string | null): Promise<DraftText>
  /** The hub has a new text. */
  onSaved(): void
}

export type FileEditor = ReturnType<typeof createFileEditor>

/** Saves a file of a draft while it is typed, one call at a time. */
export function createFileEditor(loaded: DraftText, calls: Calls) {
  let state: FileState = { text: loaded.text, status: 'saved', file: loaded, error: null, theirs: null }
  /** Of the published text that the typed one follows. */
  let base = loaded.baseSha256
  let over = loaded.sha256
  let savedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false
  const { subscribe, emit } = createEmitter()
  const set = (part: Partial<FileState>) => {
    state = { ...state, ...part }
    emit()
  }
  const isUnsaved = () => state.text !== state.file.text
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void send(), delayMs)
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (isSending || state.status === 'conflict') return
    isSending = true
    const { text } = state
    set({ status: 'saving', error: null })
    try {
      keep(text, await calls.put(text, base, over))
    } catch (error) {
      fail(error)
    } finally {
      isSending = false
    }
  }

  function keep(sent: string | null, file: DraftText): void {
    const isTyping = state.text !== sent
    savedAt = performance.now()
    // Merged fields are not in what was typed since: the next call merges them again.
    if (!isTyping || file.text === sent) [base, over] = [file.baseSha256, file.sha256]
    set({ file, text: isTyping ? state.text : file.text, status: isTyping ? 'unsaved' : 'saved' })
    if (isTyping) schedule(SAVE_AFTER_MS)
    calls.onSaved()
  }

  function fail(error: unknown) {
    if (isRefusal(error, 'EDIT_CONFLICT'))
      return set({
        status: 'conflict',
        theirs: { text: toText(error.details.theirs), sha256: toText(error.details.baseSha256) },
      })
    const isRefused = error instanceof ApiRefusal && error.status < 500
    set({ status: isRefused ? 'failed' : 'offline', error })
    if (!isRefused) schedule(RETRY_AFTER_MS)
  }

  return {
    subscribe,
    getState: () => state,
    change(text: string | null) {
      if (state.status === 'conflict') return set({ text })
      set({ text, status: text === state.file.text && !isSending ? 'saved' : 'unsaved' })
      schedule(SAVE_AFTER_MS)
    },
    /** Sends at once what waits. */
    async save(): Promise<void> {
      if (isUnsaved()) await send()
    },
    /** Sends an older draft again: the hub merges what was published since, or finds a conflict. */
    async merge(): Promise<void> {
      if (state.file.sha256 !== base) await send()
    },
    /**
     * Takes up what was typed before the page was closed, and not saved.
     * @param over  Hash of the text that it followed. Another one now is a conflict.
     */
    restore(text: string, over: string | null): void {
      if (text === state.text) return
      if (over === state.file.sha256) {
        set({ text, status: 'unsaved' })
        schedule(SAVE_AFTER_MS)
      } else set({ text, status: 'conflict', theirs: { text: state.file.text, sha256: base } })
    },
    /** Ends a conflict: the own text replaces the published one, or gives way to it. */
    async resolve(side: 'mine' | 'theirs'): Promise<void> {
      const { theirs } = state
      if (!theirs) return
      base = theirs.sha256
      set({ theirs: null, status: 'unsaved', ...(side === 'theirs' && { text: theirs.text }) })
      await send()
    },
    /** Takes what the page has loaded again, unless the text was changed or saved meanwhile. */
    async adopt(file: LoadedFile): Promise<void> {
      const isOlder = file.requestedAt < savedAt
      const isOwn = !calls.isStored && state.text !== state.file.publishedText
      if (isOwn || isOlder || isSending || isUnsaved() || state.status === 'conflict')
        return set({ file: { ...state.file, editors: file.editors } })
      const isOld = file.publishedText !== state.file.publishedText
      base = file.baseSha256
      over = file.sha256
      set({ file, text: file.text, status: 'saved' })
      if (isOld) await this.merge()
    },
  }
}

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
