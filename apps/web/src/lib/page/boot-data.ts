import type { HydrationState } from 'react-router'
import type { ClientConfig } from '../context/client-config.ts'
import type { RecognisedLanguage } from '../language/language.ts'

/** What the server leaves in the page for the client that wakes up in it. */
export type BootData = {
  language: RecognisedLanguage
  config: ClientConfig
  /** The loaders' answers behind a public page; null on a shell that the browser fills itself. */
  hydration: Pick<HydrationState, 'loaderData'> | null
}

export const BOOT_DATA_ID = 'boot-data'

/** JSON that no HTML parser mistakes for markup. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}

export function readBootData(): BootData {
  return JSON.parse(document.getElementById(BOOT_DATA_ID)?.textContent ?? 'null') as BootData
}

let unfinished: string | null = null

/** Remembers that the server could not make this page: asking it again by loading the page would go in circles. */
export function noteUnfinished(address: string): void {
  unfinished = new URL(address).pathname
}

export function wasUnfinished(address: string): boolean {
  return new URL(address).pathname === unfinished
}
