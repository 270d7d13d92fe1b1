import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyContent } from './content-copy.ts'

/** A language folder by file name, without `.json`. */
export type LanguageFiles = Record<string, unknown>

/** A few German translations; the others are shown in English. */
export const german: LanguageFiles = {
  common: { header: { signIn: 'Anmelden', language: 'Sprache' } },
  catalogue: {
    allGames: 'Alle Spiele',
    moreGames: 'Weitere Spiele',
    playGame: '{{name}} spielen',
    count_one: 'Ein Spiel',
    count_other: '{{count}} Spiele',
  },
  accounts: { chooser: { title: 'Willkommen' } },
  emails: {
    code: {
      registration: { subject: '{{code}} ist dein {{brand}}-Code', heading: 'E-Mail-Adresse bestätigen' },
    },
    receipt: {
      subject: 'Dein {{brand}}-Beleg über {{amount}}',
      heading: 'Danke für deinen Einkauf!',
      paid: 'Deine Zahlung von {{amount}} ist am {{date}} eingegangen. Der Beleg hängt an.',
    },
    refund: { subject: '{{brand}} erstattet dir {{amount}}' },
    ticket: { confirmation: { subject: 'Wir haben deine Anfrage erhalten' } },
  },
  receipts: { receipt: 'Beleg', paid: 'Bezahlt', seller: 'Verkäufer' },
  pages: { error: { notFoundTitle: 'Hier ist nichts', games: 'Zu den Spielen' } },
}

/** Copies the demo content and adds a language to it. @returns  the folder */
export function contentWithLanguage(language = 'de', files: LanguageFiles = german): string {
  const dir = copyContent({})
  mkdirSync(join(dir, 'languages', language), { recursive: true })
  for (const [name, messages] of Object.entries(files))
    writeFileSync(join(dir, 'languages', language, `${name}.json`), JSON.stringify(messages))
  return dir
}

/** Changes a file in a content folder. */
export function editContent(dir: string, file: string, change: (text: string) => string): void {
  writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')))
}
