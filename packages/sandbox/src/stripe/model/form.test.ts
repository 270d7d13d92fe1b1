import { expect, test } from 'vitest'
import { parseForm, toList } from './form.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test('brackets nest, raw and percent-encoded alike', () => {
  const expected = { metadata: { orderId: '7', note: 'a b' }, amount: '50' }
  expect(plain(parseForm('metadata[orderId]=7&metadata[note]=a%20b&amount=50'))).toEqual(expected)
  expect(plain(parseForm('metadata%5BorderId%5D=7&metadata%5Bnote%5D=a+b&amount=50'))).toEqual(expected)
})

test('lists may have indexes or not', () => {
  expect(toList(parseForm('expand[0]=a&expand[1]=b').expand)).toEqual(['a', 'b'])
  expect(toList(parseForm('expand[]=a&expand[]=b').expand)).toEqual(['a', 'b'])
  expect(toList(undefined)).toEqual([])
})

test('names of prototype properties are harmless', () => {
  parseForm('__proto__[admin]=true&constructor[prototype][admin]=true')
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
  expect(() => parseForm('a=%zz')).toThrow(URIError)
  expect(parseForm(`a${'[b]'.repeat(1000)}=1`)).toBeTypeOf('object')
})
