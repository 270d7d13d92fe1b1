import { formatMoney, type Money } from '../../money.ts'
import { nameDisputeReason } from './dispute-reasons.ts'

/** A value within a sentence. A title has one text for each language; several amounts are alternatives. */
export type SentenceValue = string | number | Money | Money[] | { ru: string; en: string }
export type SentenceParams = Record<string, SentenceValue>
export type SentenceLanguage = 'ru' | 'en'

/** Sentences by code, with `{name}` for a value. */
export type Sentences = Record<SentenceLanguage, Readonly<Record<string, string>>>

/** @returns  undefined for a code that this release does not know */
export function fillSentence(
  sentences: Sentences,
  { code, params }: { code: string; params: Record<string, SentenceValue | undefined> },
  language: SentenceLanguage,
): string | undefined {
  const messages = sentences[language]
  if (!Object.hasOwn(messages, code)) return undefined
  return messages[code]?.replace(/\{(\w+)\}/g, (_, name: string) =>
    toText(name, Object.hasOwn(params, name) ? params[name] : undefined, language),
  )
}

function toText(name: string, value: SentenceValue | undefined, language: SentenceLanguage): string {
  if (value === undefined) return '–'
  if (typeof value === 'number') return value.toLocaleString(language)
  if (typeof value === 'string') {
    if (name === 'disputeReason') return nameDisputeReason(value, language)
    const key = `${name} ${value}`
    return (Object.hasOwn(words[language], key) ? words[language][key] : undefined) ?? value
  }
  if (Array.isArray(value)) {
    const amounts = value.map((each) => formatMoney(each, language))
    return new Intl.ListFormat(language, { type: 'disjunction' }).format(amounts)
  }
  return 'currency' in value ? formatMoney(value, language) : value[language]
}

const names = { 'provider stripe': 'Stripe' }

/** Words for values that are codes themselves, by the name of the value. */
const words: Record<SentenceLanguage, Record<string, string>> = {
  en: {
    ...names,
    'field file': 'the file',
    'input list': 'a list',
    'input group': 'a group of fields',
    'expected string': 'a text',
    'expected number': 'a number',
    'expected int': 'a whole number',
    'expected boolean': 'true or false',
    'expected array': 'a list: each entry on a line that begins with "- "',
    'expected object': 'a group of fields, each on its own line below',
    'expected record': 'a group of fields such as { en: …, ru: … }',
    'expected plain': 'a text, a number, true or false',
    'expected other': 'another value',
    'error EACCES': "the hub's user has no access to it (EACCES)",
    'error EPERM': "the hub's user has no access to it (EPERM)",
    'error EIO': 'the disk reports an error (EIO)',
    'error ELOOP': 'it is a link to itself (ELOOP)',
    'error ENOENT': 'it does not exist, or is a link to a file that does not (ENOENT)',
    'provider yookassa': 'YooKassa',
    'provider yandex-pay': 'Yandex Pay',
    'requester game': 'the game',
    'requester operator': 'an operator',
    'requester hub': 'the hub',
    'requester provider': 'the provider',
    'requester player': 'the player',
    'check password': 'wrong password',
    'check code': 'wrong code',
    'check passkey': 'passkey not accepted',
    'list orders': 'orders',
    'list players': 'players',
    'list tickets': 'tickets',
    'list refunds': 'refunds',
    'list offer-uses': 'uses of offers',
    'list offers': 'offers',
    'list audit': 'the audit log',
    'list finance/sales': 'sales',
    'list finance/documents': 'accounting documents',
    'list disputes': 'disputes',
    'list insights': 'the figures by day',
    'list insights/retention': 'the retention',
    'list insights/events': 'the events of games',
  },
  ru: {
    ...names,
    'field file': 'файл',
    'input list': 'список',
    'input group': 'группа полей',
    'expected string': 'текст',
    'expected number': 'число',
    'expected int': 'целое число',
    'expected boolean': 'true или false',
    'expected array': 'список, где каждая строка начинается с «- »',
    'expected object': 'группа полей, каждое в своей строке ниже',
    'expected record': 'группа полей, например { en: …, ru: … }',
    'expected plain': 'текст, число, true или false',
    'expected other': 'другое значение',
    'error EACCES': 'у пользователя хаба нет доступа (EACCES)',
    'error EPERM': 'у пользователя хаба нет доступа (EPERM)',
    'error EIO': 'ошибка диска (EIO)',
    'error ELOOP': 'это ссылка на себя (ELOOP)',
    'error ENOENT': 'нет такого файла, или это ссылка на файл, которого нет (ENOENT)',
    'provider yookassa': 'ЮKassa',
    'provider yandex-pay': 'Яндекс Пэй',
    'requester game': 'игра',
    'requester operator': 'сотрудник',
    'requester hub': 'хаб',
    'requester provider': 'платёжный сервис',
    'requester player': 'игрок',
    'check password': 'неверный пароль',
    'check code': 'неверный код',
    'check passkey': 'ключ доступа не принят',
    'list orders': '«Заказы»',
    'list players': '«Игроки»',
    'list tickets': '«Обращения»',
    'list refunds': '«Возвраты»',
    'list offer-uses': '«Кто воспользовался»',
    'list offers': '«Предложения»',
    'list audit': '«Журнал действий»',
    'list finance/sales': '«Продажи»',
    'list finance/documents': '«Документы для бухгалтерии»',
    'list disputes': '«Споры»',
    'list insights': '«Показатели по дням»',
    'list insights/retention': '«Удержание»',
    'list insights/events': '«События игр»',
    'status none': 'не оплачен',
    'status pending': 'ждёт оплаты',
    'status paid': 'оплачен',
    'status fail': 'оплата не прошла',
    'attempt open': 'открыта',
    'attempt succeeded': 'оплачена',
    'attempt failed': 'не прошла',
    'attempt cancelled': 'отменена',
    'purchase granted': 'у игрока',
    'purchase consumed': 'использован',
    'purchase frozen': 'заморожен',
    'purchase revoked': 'изъят',
    'webhook waiting': 'ждёт',
    'webhook delivered': 'доставлен',
    'webhook dead': 'больше не отправляется',
    'refund pending': 'в пути',
    'refund succeeded': 'выполнен',
    'refund failed': 'не прошёл',
  },
}
