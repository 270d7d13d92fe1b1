import { navigate } from '../../lib/browser/navigation.ts'
import { currentLanguage } from '../../lib/language/texts.ts'

/**
 * Signing in is a page of its own, which brings the player back into the game. The game that asked ends with its frame,
 * so it is never answered.
 */
export function leaveToSignIn(): Promise<never> {
  navigate(`/session/login?locale=${currentLanguage()}`)
  return new Promise(() => undefined)
}
