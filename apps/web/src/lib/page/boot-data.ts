import type { HydrationState } from 'react-router'
import type { ClientConfig } from '../context/client-config.ts'
import type { RecognisedLanguage } from '../language/language.ts'

/** Data that the server embeds in a page for the client. */
export type BootData = {
  language: RecognisedLanguage
  config: ClientConfig
  /** A server-rendered page's loader data; null on a shell, which the client renders. */
  hydration: Pick<HydrationState, 'loaderData'> | null
}

export const BOOT_DATA_ID = 'boot-data'

/** JSON that is safe inside a script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

export function readBootData(): BootData {
  return JSON.parse(document.getElementById(BOOT_DATA_ID)?.textContent ?? 'null')
}

let shellPath: string | null = null

/** Remembers that the server sent a shell for this address: a reload would only repeat it. */
export function rememberShell(address: string): void {
  shellPath = new URL(address).pathname
}

export function wasShell(address: string): boolean {
  return new URL(address).pathname === shellPath
}
