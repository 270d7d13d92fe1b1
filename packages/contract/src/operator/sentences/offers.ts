import { fillSentence, type SentenceLanguage, type SentenceParams, type Sentences } from './sentence.ts'

/** What may be wrong with an offer that is valid. */
export const offerWarningSentences = {
  en: {
    'offer-warning.below-charge':
      '{offer}: {item} would cost {price}, less than the smallest charge, so it keeps its price',
    'offer-warning.not-lower': '{offer}: {item} would cost {price}, which is not less than without it',
    'offer-warning.overlap': '{offer} and {other} run at the same time for {item}: the lower price counts',
    'offer-warning.loses': '{offer} never counts: {other} is always cheaper',
    'offer-warning.weekend': '{offer} ends on a weekend, when nobody may be there to look after it',
  },
  ru: {
    'offer-warning.below-charge':
      '{offer}: {item} стоил бы {price}, меньше наименьшего платежа, поэтому цена не изменится',
    'offer-warning.not-lower': '{offer}: {item} стоил бы {price}, это не дешевле обычной цены',
    'offer-warning.overlap': '{offer} и {other} идут одновременно для {item}: действует меньшая цена',
    'offer-warning.loses': '{offer} никогда не сработает: с {other} всегда дешевле',
    'offer-warning.weekend': '{offer} заканчивается в выходные, когда за этим может быть некому следить',
  },
} as const satisfies Sentences

export type OfferWarning = { code: keyof (typeof offerWarningSentences)['en']; params: SentenceParams }

export function describeOfferWarning(
  warning: { code: string; params: SentenceParams },
  language: SentenceLanguage,
): string {
  return fillSentence(offerWarningSentences, warning, language) ?? warning.code
}
