import { expect, test, vi } from 'vitest'
import { createDraftSaver } from './draft-saver.ts'

test('a draft that the server has is not sent again', async () => {
  const send = vi.fn(async () => undefined)
  const saver = createDraftSaver('Hello', send)
  expect(await saver.save()).toBe(true)
  expect(send).not.toHaveBeenCalled()
  saver.text = 'Hello!'
  expect(saver.isUnsaved()).toBe(true)
  await saver.save()
  await saver.save()
  expect(send.mock.calls).toEqual([['Hello!']])
  expect(saver.isUnsaved()).toBe(false)
})

test('texts reach the server in the order in which they were typed', async () => {
  const received: string[] = []
  const first = Promise.withResolvers<void>()
  const saver = createDraftSaver('', async (text) => {
    if (text === 'slow') await first.promise
    received.push(text)
  })
  saver.text = 'slow'
  const slow = saver.save()
  saver.text = 'fast'
  const fast = saver.save()
  first.resolve()
  await Promise.all([slow, fast])
  expect(received).toEqual(['slow', 'fast'])
})

test('a draft that could not be saved stays unsaved', async () => {
  const send = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('offline'))
  const saver = createDraftSaver('', send)
  saver.text = 'Hello'
  expect(await saver.save()).toBe(false)
  expect(saver.isUnsaved()).toBe(true)
  expect(await saver.save()).toBe(true)
})

test('an answer is sent after the last draft, and then there is none', async () => {
  const sent = Promise.withResolvers<void>()
  const saver = createDraftSaver('', () => sent.promise)
  saver.text = 'Hello'
  void saver.save()
  let isDone = false
  const waited = saver.waitForSaves().then(() => {
    isDone = true
  })
  await Promise.resolve()
  expect(isDone).toBe(false)
  sent.resolve()
  await waited
  saver.forget()
  expect(saver.isUnsaved()).toBe(false)
})
