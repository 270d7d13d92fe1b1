import { describe, expect, test } from 'vitest'
import { findReceiver, UnknownAuthType } from './receiver.ts'

const web = { source: 'web', session: '' } as const
const withSession = { source: 'web', session: 's1' } as const
const messages = { authType: 'postMessage' } as const
const redirects = { authType: 'redirect' } as const

describe('the receiver of a result', () => {
  test('is absent when the hub was opened directly', () => {
    expect(findReceiver(web, false, messages)).toBeNull()
    expect(findReceiver(withSession, false, messages)).toBeNull()
    expect(findReceiver(withSession, false, undefined)).toBeNull()
  })

  test('is the host window of a frame or a popup', () => {
    expect(findReceiver(web, true, messages)).toBe('window')
    expect(findReceiver(web, true, undefined)).toBe('window')
  })

  test('is the site of a project with redirects, when there is a hub session', () => {
    expect(findReceiver(withSession, false, redirects)).toBe('site')
    expect(findReceiver(withSession, true, redirects)).toBe('site')
    expect(findReceiver(web, false, redirects)).toBeNull()
  })

  test('is the app when there is one', () => {
    expect(findReceiver({ source: 'mobile', session: 's1' }, true, redirects)).toBe('app')
  })

  test('cannot be determined for an unknown authType', () => {
    const unknown = { ...redirects, authType: 'unknown' as never }
    expect(() => findReceiver(withSession, false, unknown)).toThrow(UnknownAuthType)
    expect(() => findReceiver(web, true, unknown)).toThrow(UnknownAuthType)
    expect(findReceiver(web, false, unknown)).toBeNull()
  })
})
