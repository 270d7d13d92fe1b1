import { readErrorCode } from '../../lib/feedback/load.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { deferPurchase, type PurchaseIntent } from './deferred-purchase.ts'
import { leaveToLogin } from './game-player.ts'

/** Runs a purchase's steps for a logged-in player: a guest leaves the game to log in, and the purchase is deferred. */
export function createPurchaseSteps(project: string) {
  /** The item being bought. */
  let openIntent: PurchaseIntent | null = null

  function logInFirst(intent: PurchaseIntent): Promise<never> {
    deferPurchase(project, intent)
    return leaveToLogin()
  }

  return {
    /** Runs one step. It continues after login when the login ends meanwhile and the game is left. */
    async run<T>(intent: PurchaseIntent, step: () => Promise<T>): Promise<T> {
      if (!isLoggedIn()) await logInFirst(intent)
      openIntent = intent
      try {
        return await step()
      } catch (error) {
        if (readErrorCode(error) === 'UNAUTHORIZED' && !isLoggedIn()) await logInFirst(intent)
        throw error
      } finally {
        if (openIntent === intent) openIntent = null
      }
    },
    /** Defers the purchase when its player has been logged out. */
    stop() {
      if (openIntent && !isLoggedIn()) deferPurchase(project, openIntent)
    },
  }
}
