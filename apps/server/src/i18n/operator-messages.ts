import english from './en/operators.json' with { type: 'json' }
import russian from './ru/operators.json' with { type: 'json' }

/** Emails to operators. The console has Russian and English only, so content cannot add languages to them. */
export type OperatorMessages = typeof english

export function getOperatorMessages(language: 'ru' | 'en'): OperatorMessages {
  return language === 'ru' ? russian : english
}
