import { textsOf } from '../../kit/texts/speak.ts'
import { en, type Texts } from './en.ts'
import { ru } from './ru.ts'

export type { Texts }

/** The game's words; English for a language the game does not speak. */
export const textsIn = textsOf<Texts>(en, ru)
