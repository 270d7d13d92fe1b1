import { redirect } from 'react-router'
import { isSignedIn } from './player.ts'

/** For pages of players only: a guest is sent home (specification §2). */
export function requirePlayer(): void {
  if (!isSignedIn()) throw redirect('/')
}

/** For sign-in pages: who is signed in already is sent home. */
export function requireGuest(): void {
  if (isSignedIn()) throw redirect('/')
}
