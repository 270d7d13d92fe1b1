import type { HydrationState } from 'react-router'
import type { ClientConfig } from '../context/client-config.ts'
import type { RecognisedLanguage } from '../language/language.ts'

/** The server's embedded data for the client. */
export type BootData = {
  language: RecognisedLanguage
  config: ClientConfig
  /** A server-rendered page's loader data; null on a shell, which the client renders. */
  hydration: Pick<HydrationState, 'loaderData'> | null
}

export const BOOT_DATA_ID = 'boot-data'

/** JSON safe inside a script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

export function readBootData(): BootData {
  return JSON.parse(document.getElementById(BOOT_DATA_ID)?.textContent ?? 'null')
}

let shellPath: string | null = null

/** Remembers that this URL got a shell: a reload would only repeat it. */
export function rememberShell(url: string): void {
  shellPath = new URL(url).pathname
}

export function wasShell(url: string): boolean {
  return new URL(url).pathname === shellPath
}
