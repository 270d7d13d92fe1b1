import type { DraftText } from '@playhub/contract/operator'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileEditor } from './file-editor.ts'

const published = toFile('Published', 'p')

/** A hub that has one published text and the operator's draft. */
function openFile(
  put: (text: string | null, base: string | null) => Promise<DraftText>,
  loaded = published,
  isStored = true,
) {
  const sent: [text: string | null, base: string | null][] = []
  const editor = createFileEditor(loaded, {
    isStored,
    put(text, base) {
      sent.push([text, base])
      return put(text, base)
    },
    onSaved: () => undefined,
  })
  return { editor, sent }
}

function toFile(text: string | null, baseSha256: string | null, more: Partial<DraftText> = {}): DraftText {
  const sha256 = text === 'Published' ? 'p' : text
  const rest = { problems: [], merged: [], editors: [], publishedText: 'Published' }
  return { path: 'docs/terms.en.md', text, sha256, baseSha256, ...rest, ...more }
}

const toLoaded = (text: string, more: Partial<DraftText> = {}) => ({
  ...toFile(text, 'p', more),
  requestedAt: performance.now(),
})

const save = async (text: string | null, base: string | null) => toFile(text, base)
const refuse = (code: string, details: Record<string, unknown>) =>
  Promise.reject(new ApiRefusal({ code, status: 409, title: '', details }))

/** Beyond every save and the retry after it. Another file may have left an interval, which never ends. */
const runTimers = () => vi.advanceTimersByTimeAsync(20_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed is saved once, after a pause', async () => {
  const { editor, sent } = openFile(save)
  editor.change('A')
  await vi.advanceTimersByTimeAsync(500)
  editor.change('Ab')
  expect(editor.getState().status).toBe('unsaved')
  await runTimers()
  expect(sent).toEqual([['Ab', 'p']])
  expect(editor.getState()).toMatchObject({ status: 'saved', text: 'Ab' })
})

test('a text that is typed while another is saved follows it', async () => {
  const first = Promise.withResolvers<DraftText>()
  const { editor, sent } = openFile((text, base) => (text === 'A' ? first.promise : save(text, base)))
  editor.change('A')
  await vi.advanceTimersByTimeAsync(1_000)
  editor.change('Ab')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual([['A', 'p']])
  first.resolve(toFile('A', 'p'))
  await runTimers()
  expect(sent.at(-1)).toEqual(['Ab', 'p'])
  expect(editor.getState().status).toBe('saved')
})

test('fields of others that were merged into a newer text are merged again', async () => {
  const first = Promise.withResolvers<DraftText>()
  const { editor, sent } = openFile((text, base) => (text === 'A' ? first.promise : save(text, base)))
  editor.change('A')
  await vi.advanceTimersByTimeAsync(1_000)
  editor.change('Ab')
  first.resolve(toFile('A and theirs', 'newer', { merged: ['title.en'] }))
  await runTimers()
  expect(sent.at(-1)).toEqual(['Ab', 'p'])
})

test('each text names the copy of the hub that it follows, also where another tab has saved since', async () => {
  const overs: (string | null)[] = []
  const editor = createFileEditor(published, {
    isStored: true,
    put(text, base, over) {
      overs.push(over)
      return save(`${text} and the other tab's`, base)
    },
    onSaved: () => undefined,
  })
  editor.change('A')
  await runTimers()
  expect(editor.getState()).toMatchObject({ status: 'saved', text: "A and the other tab's" })
  editor.change('B')
  await runTimers()
  expect(overs).toEqual(['p', "A and the other tab's"])
})

test('a text is saved again and again until the hub can be reached', async () => {
  let isDown = true
  const { editor, sent } = openFile((text, base) =>
    isDown ? Promise.reject(new ApiUnreachable()) : save(text, base),
  )
  editor.change('A')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(editor.getState().status).toBe('offline')
  isDown = false
  await runTimers()
  expect(sent).toHaveLength(2)
  expect(editor.getState().status).toBe('saved')
})

test('a refused text waits for the next change', async () => {
  const { editor, sent } = openFile((text, base) =>
    text === 'Too long' ? refuse('DRAFT_TOO_LARGE', {}) : save(text, base),
  )
  editor.change('Too long')
  await runTimers()
  expect(editor.getState().status).toBe('failed')
  expect(sent).toHaveLength(1)
  editor.change('Short')
  await runTimers()
  expect(editor.getState().status).toBe('saved')
})

test.each([
  ['mine', 'A'],
  ['theirs', 'Theirs'],
] as const)('in a conflict nothing is saved until the operator chooses: %s', async (side, kept) => {
  const { editor, sent } = openFile((text, base) =>
    base === 'p' ? refuse('EDIT_CONFLICT', { theirs: 'Theirs', baseSha256: 'new' }) : save(text, base),
  )
  editor.change('A')
  await runTimers()
  expect(editor.getState()).toMatchObject({ status: 'conflict', theirs: { text: 'Theirs', sha256: 'new' } })
  await editor.save()
  expect(sent).toHaveLength(1)
  await editor.resolve(side)
  expect(sent.at(-1)).toEqual([kept, 'new'])
  expect(editor.getState()).toMatchObject({ status: 'saved', text: kept, theirs: null })
})

test('a text of another tab is taken over, but not while one is typed', async () => {
  const { editor } = openFile(save)
  await editor.adopt(toLoaded('From the other tab'))
  expect(editor.getState().text).toBe('From the other tab')
  editor.change('Typed')
  await editor.adopt(toLoaded('Older'))
  expect(editor.getState().text).toBe('Typed')
})

test('a copy that was requested before a text was saved does not replace it', async () => {
  const { editor, sent } = openFile(save)
  const older = toLoaded('Published')
  editor.change('Typed')
  await runTimers()
  await editor.adopt(older)
  expect(editor.getState()).toMatchObject({ text: 'Typed', status: 'saved' })
  expect(sent).toHaveLength(1)
  await editor.adopt(toLoaded('From the other tab'))
  expect(editor.getState().text).toBe('From the other tab')
})

test('an older draft meets what was published since', async () => {
  const { editor, sent } = openFile(save, toFile('Draft', 'p'))
  await editor.adopt(toLoaded('Draft', { publishedText: 'Newer' }))
  expect(sent).toEqual([['Draft', 'p']])
})

test('what was typed before the page was closed is saved', async () => {
  const { editor, sent } = openFile(save)
  editor.restore('Typed', 'p')
  await runTimers()
  expect(sent).toEqual([['Typed', 'p']])
  expect(editor.getState().status).toBe('saved')
})

test('what was typed over an older text waits for a decision', async () => {
  const { editor, sent } = openFile(save)
  editor.restore('Typed', 'older')
  await runTimers()
  expect(sent).toEqual([])
  expect(editor.getState()).toMatchObject({
    status: 'conflict',
    text: 'Typed',
    theirs: { text: 'Published' },
  })
  await editor.resolve('theirs')
  expect(editor.getState()).toMatchObject({ status: 'saved', text: 'Published' })
})

test('a text of a folder, which the hub only checks, outlives what the page loads again', async () => {
  const { editor, sent } = openFile(save, published, false)
  editor.change('Mine')
  await runTimers()
  expect(sent).toEqual([['Mine', 'p']])
  await editor.adopt(toLoaded('Published'))
  expect(editor.getState()).toMatchObject({ status: 'saved', text: 'Mine' })
  editor.change('Published')
  await runTimers()
  await editor.adopt({ ...toLoaded('Deployed'), publishedText: 'Deployed', sha256: 'd', baseSha256: 'd' })
  expect(editor.getState()).toMatchObject({ status: 'saved', text: 'Deployed' })
})
