import { describe, expect, test } from 'vitest'
import { receiverOf, UnknownAuthType } from './result-delivery.ts'

const web = { source: 'web', session: '' } as const
const withSession = { source: 'web', session: 's1' } as const
const messages = { authType: 'postMessage' } as const
const redirects = { authType: 'redirect' } as const

describe('who waits for a result', () => {
  test('nobody, for a player alone with the hub', () => {
    expect(receiverOf(web, false, messages)).toBeNull()
    expect(receiverOf(withSession, false, messages)).toBeNull()
    expect(receiverOf(withSession, false, undefined)).toBeNull()
  })

  test('the window around a frame, or the one that opened a popup', () => {
    expect(receiverOf(web, true, messages)).toBe('window')
    expect(receiverOf(web, true, undefined)).toBe('window')
  })

  test('the site of a project that asks for redirects, when it sent the player', () => {
    expect(receiverOf(withSession, false, redirects)).toBe('site')
    expect(receiverOf(withSession, true, redirects)).toBe('site')
    expect(receiverOf(web, false, redirects)).toBeNull()
  })

  test('an app, before everybody else', () => {
    expect(receiverOf({ source: 'mobile', session: 's1' }, true, redirects)).toBe('app')
  })

  test('a way to return that nobody knows is told, not guessed', () => {
    const strange = { authType: 'pigeon' } as never
    expect(() => receiverOf(withSession, false, strange)).toThrow(UnknownAuthType)
    expect(() => receiverOf(web, true, strange)).toThrow(UnknownAuthType)
    expect(receiverOf(web, false, strange)).toBeNull()
  })
})
