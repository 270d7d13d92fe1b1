import { providerTerms } from '@playhub/contract'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { type Content, getAge, type Project } from '../catalogue/index.ts'
import type { Config } from '../config.ts'

export const markets = ['ru', 'eu', 'us'] as const
export type Market = (typeof markets)[number]

type Facts = { content: Content; config: Pick<Config, 'http' | 'payments'> }

/** Lists what a market's law asks for and content or environment do not have yet. Sources: docs/operate/legal.md. */
export function listMarketFindings(market: Market, facts: Facts): Finding[] {
  return { ru: listRussian, eu: listEuropean, us: listAmerican }[market](facts)
}

function listRussian({ content, config }: Facts): Finding[] {
  const { operator, legal } = content.hub
  const { payments } = config
  return [
    ...when(legal.consents !== 'required', toFinding('market.consents')),
    ...when(!/^(\d{10}|\d{12})$/.test(operator.taxId) || isZero(operator.taxId), toFinding('market.inn')),
    ...when(!/^(\d{13}|\d{15})$/.test(operator.registrationNumber), toFinding('market.ogrn')),
    ...listMissing(content, ['offer.ru', 'terms.ru', 'privacy.ru', 'personal-data.ru', 'contacts.ru']),
    ...when(payments.yookassa?.fiscal === null, missReceipts('yookassa', 'YOOKASSA_RECEIPT_VAT')),
    ...when(payments['yandex-pay']?.fiscal === null, missReceipts('yandex-pay', 'YANDEX_PAY_RECEIPT_VAT')),
    ...listOpen(content)
      .filter((project) => getAge(project) === null)
      .map(({ id: file }) => toFinding('market.age', { file })),
  ]
}

function missReceipts(provider: 'yookassa' | 'yandex-pay', name: string): Finding {
  const { ru, en } = providerTerms[provider].label
  return toFinding('market.receipts', { provider: { ru, en }, name })
}

function listEuropean({ content, config }: Facts): Finding[] {
  const { operator, legal } = content.hub
  return [
    ...when(legal.withdrawal === 'none', toFinding('market.withdrawal')),
    ...when(!hasWithdrawalText(content), toFinding('market.withdrawal-text')),
    ...when(config.http.countryHeader === null, toFinding('market.country-header')),
    ...when(isZero(operator.taxId), toFinding('market.vat-number')),
    ...when(operator.phone === '', toFinding('market.phone')),
    ...listOpen(content).flatMap(findPartialReductions),
  ]
}

/** Reductions outside the public list, whose lowest price of 30 days leaves them out. */
function findPartialReductions({ id: file, offers }: Project): Finding[] {
  const partial = offers.filter((offer) => {
    if (offer.kind === 'code') return offer.percent !== undefined || offer.price !== undefined
    return offer.kind === 'sale' && offer.for !== 'everyone'
  })
  const names = partial.map(({ id }) => id).join(', ')
  return when(partial.length > 0, toFinding('market.lowest-price', { file, offers: names }))
}

/** The word in the languages of the EU that most hubs have. */
const withdrawal = /withdraw|widerruf|rétract|desistimiento|recesso|herroep|odstąpi/i

const hasWithdrawalText = ({ documents }: Content) =>
  documents.some(({ name, markdown }) => (name === 'offer' || name === 'terms') && withdrawal.test(markdown))

function listAmerican({ content }: Facts): Finding[] {
  const adult = listOpen(content).filter((project) => (getAge(project) ?? 0) >= 18)
  return [
    ...listMissing(content, ['terms.en', 'privacy.en']),
    ...when(adult.length > 0, ...listMissing(content, ['2257.en', 'complaints.en'])),
  ]
}

/** @param names  Documents with their languages, such as `terms.en`. */
function listMissing({ documents }: Content, names: string[]): Finding[] {
  const written = new Set(documents.map(({ name, language }) => `${name}.${language}`))
  return names.filter((name) => !written.has(name)).map((file) => toFinding('market.document', { file }))
}

const listOpen = ({ projects }: Content) => projects.filter(({ game }) => game.isActive && !game.inDevelop)
const isZero = (number: string) => /^0*$/.test(number)
const when = (isMissing: boolean, ...findings: Finding[]) => (isMissing ? findings : [])
