import { expect, test } from 'vitest'
import { cleanAttachmentName, findAttachmentType } from './attachment-type.ts'
import { foldQuote } from './fold-quote.ts'

test.each([
  ['Thanks!\n\nOn Mon, Jan 1, 2030 at 10:00, Support <s@x.org> wrote:\n> Hi\n> there', 'Thanks!'],
  ['Спасибо!\n\nпн, 1 янв. 2030 г. в 10:00, Support <s@x.org>:\n> Привет', 'Спасибо!'],
  ['Спасибо\n\n01.01.2030 10:00, Поддержка пишет:\n\n> Привет', 'Спасибо'],
  ['Ok\n\n-----Original Message-----\nFrom: Support\n\nHi', 'Ok'],
  ['Ok\n\nOn Mon, Jan 1, 2030 at 10:00, Support\n<s@x.org> wrote:\n> Hi', 'Ok'],
  ['Ok\n> Hi\n> there\n', 'Ok'],
])('%j is folded to its reply', (whole, reply) => {
  const { text, quoted } = foldQuote(whole)
  expect(text).toBe(reply)
  expect(`${text}${quoted}`.replace(/\s/g, '')).toBe(whole.replace(/\s/g, ''))
})

test.each([
  ...['Just text', '> Only a quote', 'One\n> quoted\nTwo', 'It cost > 5\n', ''],
  ...['On Mon Support wrote:\n> Is it red?\nYes\n> Is it blue?\nNo'],
])('%j stays whole', (whole) => {
  expect(foldQuote(whole)).toEqual({ text: whole.trim(), quoted: null })
})

test('hostile lines take no time', () => {
  for (const line of [
    '> '.repeat(100_000),
    ' '.repeat(40_000),
    `On ${'<a@b'.repeat(5000)}`,
    '\n'.repeat(50_000),
  ])
    expect(foldQuote(line).quoted).toBeNull()
})

test.each([
  ['../../etc/passwd.png', 'passwd.png'],
  ['C:\\a\\b.exe', 'b.png'],
  ['a\r\nX: y".png', 'a X_ y_.png'],
  ['\ud800.png', 'file.png'],
  ['\u202egnp.exe', 'gnp.png'],
  ['', 'file.png'],
  ['...', 'file.png'],
  ['x'.repeat(500), `${'x'.repeat(80)}.png`],
])('the name %j becomes %j', (given, expected) => {
  expect(cleanAttachmentName(given, 'png')).toBe(expected)
})

test('a type follows from the bytes alone', () => {
  expect(findAttachmentType(Buffer.from('RIFF\0\0\0\0WEBPVP8 '))?.type).toBe('image/webp')
  expect(findAttachmentType(Buffer.from('GIF89a'))?.type).toBe('image/gif')
  for (const text of ['', 'P', '<svg/>', '<!doctype html>', 'MZ', 'RIFF\0\0\0\0WAVE'])
    expect(findAttachmentType(Buffer.from(text))).toBeUndefined()
})
