import { createHash } from 'node:crypto'

/** A test person. Null fields are absent at every provider. */
export interface Persona {
  id: string
  givenName: string
  familyName: string | null
  email: string | null
  /** The `email_verified` of providers with this claim. */
  isEmailVerified: boolean
  /** Apple's private relay email. */
  relayEmail: string | null
  username: string | null
  phone: string | null
  hasPicture: boolean
  /** The VK id exceeds 32 bits. */
  hasLongId: boolean
  /** The persona's purpose, shown on pages. */
  about: { en: string; ru: string }
}

const defaults = {
  email: null,
  isEmailVerified: false,
  relayEmail: null,
  username: null,
  phone: null,
  hasPicture: false,
  hasLongId: false,
}

export const personas: readonly Persona[] = [
  {
    ...defaults,
    id: 'anna',
    givenName: 'Anna',
    familyName: 'Petrova',
    email: 'anna@sandbox.example',
    isEmailVerified: true,
    username: 'anna_petrova',
    phone: '79990000001',
    hasPicture: true,
    about: {
      en: 'Full name, picture, verified email anna@sandbox.example',
      ru: 'Полное имя, фотография, подтверждённая почта anna@sandbox.example',
    },
  },
  {
    ...defaults,
    id: 'boris',
    givenName: 'Boris',
    familyName: null,
    about: { en: 'Only a first name: no email, no picture', ru: 'Только имя: ни почты, ни фотографии' },
  },
  {
    ...defaults,
    id: 'clara',
    givenName: 'Клара',
    familyName: 'Щукина',
    email: 'clara@third-party.example',
    username: 'clara_shch',
    hasPicture: true,
    about: {
      en: 'A Cyrillic name; an unverified third-party email clara@third-party.example',
      ru: 'Имя кириллицей; неподтверждённая сторонняя почта clara@third-party.example',
    },
  },
  {
    ...defaults,
    id: 'dmitri',
    givenName: 'Dmitri',
    familyName: 'Volkov',
    email: 'dmitri@sandbox.example',
    isEmailVerified: true,
    relayEmail: 'x7k2m9q4@relay.sandbox.example',
    username: 'dvolkov',
    hasLongId: true,
    about: {
      en: 'A relay address at Apple, a long id at VK; verified email dmitri@sandbox.example elsewhere',
      ru: 'Скрытый адрес у Apple, длинный номер у VK; в остальных подтверждённая почта dmitri@sandbox.example',
    },
  },
  {
    ...defaults,
    id: 'mallory',
    givenName: 'Mallory',
    familyName: 'Impostor',
    email: 'anna@sandbox.example',
    username: 'anna_petrova_',
    about: {
      en: 'Claims the address of Anna, unverified; must never reach her account',
      ru: 'Выдаёт адрес Анны за свой, неподтверждённый; в её аккаунт попасть не должна',
    },
  },
  {
    ...defaults,
    id: 'oneil',
    givenName: 'Zoë “Zed” 🎲',
    familyName: "O'Neil <b>& Sons</b>",
    email: 'zoe.oneil+games@sandbox.example',
    isEmailVerified: true,
    about: {
      en: 'A name that is hard to print: quotes, an emoji, markup',
      ru: 'Имя, которое трудно напечатать: кавычки, эмодзи, разметка',
    },
  },
]

export function findPersona(id: string): Persona | undefined {
  return personas.find((persona) => persona.id === id)
}

export function fullName({ givenName, familyName }: Persona): string {
  return familyName ? `${givenName} ${familyName}` : givenName
}

/** A stable number derived from a seed, without a leading zero. */
export function digitsFrom(seed: string, length: number): string {
  const digest = createHash('sha256').update(seed).digest('hex')
  const digits = BigInt(`0x${digest}`)
    .toString()
    .slice(0, length - 1)
  return `${1 + (Number(digits[0]) % 9)}${digits}`
}

export function findPictureUrl(base: string, { id, hasPicture }: Persona): string | null {
  return hasPicture ? `${new URL(base).origin}/identity/pictures/${id}.svg` : null
}
