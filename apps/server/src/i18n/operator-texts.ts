import english from './en/operators.json' with { type: 'json' }
import russian from './ru/operators.json' with { type: 'json' }

/** Emails to operators. The console has Russian and English only, so content cannot add languages to them. */
export type OperatorTexts = typeof english

export function getOperatorTexts(language: 'ru' | 'en'): OperatorTexts {
  return language === 'ru' ? russian : english
}
