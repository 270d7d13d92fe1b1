import { fillSentence, type SentenceLanguage, type SentenceParams, type Sentences } from './sentence.ts'

/** What publishing content changes for players. `{project}` and `{item}` are names of theirs. */
export const effectSentences = {
  en: {
    'effect.project-added': 'New game: {project}',
    'effect.project-removed': '{project} is removed: its page is no longer found, purchases stay',
    'effect.project-on': '{project} is shown to players',
    'effect.project-off': '{project} is switched off: nobody can play or buy',
    'effect.project-changed': '{project}: texts, pictures or settings change',
    'effect.share-image': '{project}: the link preview is drawn anew',
    'effect.order': 'The order of the games in the catalogue changes',
    'effect.item-added': '{project}: {item} is added for {price}',
    'effect.item-removed': '{project}: {item} is removed; what players own stays',
    'effect.item-on': '{project}: {item} is for sale',
    'effect.item-off': '{project}: {item} is no longer for sale',
    'effect.item-changed': '{project}: the text or picture of {item} changes',
    'effect.price': '{project}: {item} costs {price} instead of {before}',
    'effect.offer-added': '{project}: new offer {offer}',
    'effect.offer-removed': '{project}: the offer {offer} is removed',
    'effect.offer-changed': '{project}: the offer {offer} changes',
    'effect.open-orders': 'Unpaid orders of these items, which keep their price: {count}',
    'effect.document': 'The document "{title}" ({language}) changes',
    'effect.document-added': 'New document: "{title}" ({language})',
    'effect.document-removed': 'The document "{title}" ({language}) is removed',
    'effect.page': 'Title or description of {path} for search engines changes',
    'effect.hub': 'Settings of the whole hub change',
    'effect.nothing': 'Players see no difference',
    'effect.more': 'Further changes: {count}',
  },
  ru: {
    'effect.project-added': 'Новая игра: «{project}»',
    'effect.project-removed': '«{project}» удаляется: страницы больше не будет, покупки остаются',
    'effect.project-on': '«{project}» видна игрокам',
    'effect.project-off': '«{project}» выключается: играть и покупать в ней нельзя',
    'effect.project-changed': '«{project}»: меняются тексты, картинки или настройки',
    'effect.share-image': '«{project}»: превью ссылки рисуется заново',
    'effect.order': 'Меняется порядок игр в каталоге',
    'effect.item-added': '«{project}»: появляется «{item}» за {price}',
    'effect.item-removed': '«{project}»: «{item}» удаляется; купленное остаётся у игроков',
    'effect.item-on': '«{project}»: «{item}» поступает в продажу',
    'effect.item-off': '«{project}»: «{item}» снимается с продажи',
    'effect.item-changed': '«{project}»: меняется текст или картинка товара «{item}»',
    'effect.price': '«{project}»: «{item}» стоит {price} вместо {before}',
    'effect.offer-added': '«{project}»: новое предложение {offer}',
    'effect.offer-removed': '«{project}»: предложение {offer} удаляется',
    'effect.offer-changed': '«{project}»: предложение {offer} меняется',
    'effect.open-orders': 'Неоплаченных заказов на эти товары, их цена не меняется: {count}',
    'effect.document': 'Меняется документ «{title}» ({language})',
    'effect.document-added': 'Новый документ: «{title}» ({language})',
    'effect.document-removed': 'Документ «{title}» ({language}) удаляется',
    'effect.page': 'Меняется заголовок или описание для поисковых систем: {path}',
    'effect.hub': 'Меняются настройки всего хаба',
    'effect.nothing': 'Для игроков ничего не меняется',
    'effect.more': 'Других изменений: {count}',
  },
} as const satisfies Sentences

export type EffectCode = keyof (typeof effectSentences)['en']
export type Effect = { code: EffectCode; params: SentenceParams }

export function describeEffect(
  effect: { code: string; params: SentenceParams },
  language: SentenceLanguage,
): string {
  return fillSentence(effectSentences, effect, language) ?? effect.code
}
