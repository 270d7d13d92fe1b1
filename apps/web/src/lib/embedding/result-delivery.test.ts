import { describe, expect, test } from 'vitest'
import { receiverOf, UnknownAuthType } from './result-delivery.ts'

const web = { source: 'web', session: '' } as const
const withSession = { source: 'web', session: 's1' } as const
const messages = { authType: 'postMessage' } as const
const redirects = { authType: 'redirect' } as const

describe('the receiver of a result', () => {
  test('is absent when the hub was opened directly', () => {
    expect(receiverOf(web, false, messages)).toBeNull()
    expect(receiverOf(withSession, false, messages)).toBeNull()
    expect(receiverOf(withSession, false, undefined)).toBeNull()
  })

  test('is the host window of a frame or a popup', () => {
    expect(receiverOf(web, true, messages)).toBe('window')
    expect(receiverOf(web, true, undefined)).toBe('window')
  })

  test('is the site of a project with redirects, when there is a hub session', () => {
    expect(receiverOf(withSession, false, redirects)).toBe('site')
    expect(receiverOf(withSession, true, redirects)).toBe('site')
    expect(receiverOf(web, false, redirects)).toBeNull()
  })

  test('is the app when there is one', () => {
    expect(receiverOf({ source: 'mobile', session: 's1' }, true, redirects)).toBe('app')
  })

  test('cannot be determined for an unknown authType', () => {
    const unknown = { authType: 'unknown' } as never
    expect(() => receiverOf(withSession, false, unknown)).toThrow(UnknownAuthType)
    expect(() => receiverOf(web, true, unknown)).toThrow(UnknownAuthType)
    expect(receiverOf(web, false, unknown)).toBeNull()
  })
})
