import { clientConfig } from '../../lib/context/client-config.ts'

/** False where the hub, or the player by Do Not Track or Global Privacy Control, has switched counting off. */
export function mayCount(): boolean {
  const { doNotTrack, globalPrivacyControl }: Navigator & { globalPrivacyControl?: boolean } = navigator
  return clientConfig().insights === true && doNotTrack !== '1' && globalPrivacyControl !== true
}
