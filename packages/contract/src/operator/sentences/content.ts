import type { SentenceParams, Sentences } from './sentence.ts'

/** Errors of content files by rule. `{place}` is file and line; `{said}` is text of others. */
export const contentSentences = {
  en: {
    'content.blank': '{place}: {field} is blank: write a text',
    'content.missing': '{place}: {field} is missing: {hint}',
    'content.empty': '{place}: {field} is empty: write {expected}, or remove the line',
    'content.type': '{place}: {field} must be {expected}, and is {input}',
    'content.type-text': '{place}: {field} must be {expected}, and is the text "{text}"',
    'content.choice': '{place}: {field} must be {values}, and is {input}',
    'content.choice-text': '{place}: {field} must be {values}, and is the text "{text}"',
    'content.misspelt-value': '{place}: {field} must not be the text "{text}": did you mean {nearest}?',
    'content.misspelt': '{place}: {field} is not a known field: did you mean `{nearest}`?',
    'content.unknown': '{place}: {field} is not a known field: the fields here are {fields}',
    'content.unknown-language':
      '{place}: {field} is not a language that Playhub knows: write a code such as en, ru or pt',
    'content.url': '{place}: {field} must be an address that begins with http:// or https://',
    'content.email': '{place}: {field} must be an email address such as team@studio.example',
    'content.min-length': '{place}: {field} must have at least {limit}',
    'content.max-length': '{place}: {field} must have at most {limit}',
    'content.min-entries': '{place}: {field} must have at least {limit}',
    'content.max-entries': '{place}: {field} must have at most {limit}',
    'content.min': '{place}: {field} must be at least {limit}',
    'content.max': '{place}: {field} must be at most {limit}',
    'content.above': '{place}: {field} must be more than {limit}',
    'content.below': '{place}: {field} must be less than {limit}',
    'content.default-text': '{place}: {field} needs a text in {language}, the default language',
    'content.no-file': '{place}: {field} names a file that is not in the content folder: {path}',
    'content.color': '{place}: {field} must be a colour such as #1b2a4a',
    'content.path-spaces': '{place}: {field} must not contain spaces: write %20 for each, or rename the file',
    'content.path-start': '{place}: {field} must begin with /main_images/ or /static_files/',
    'content.screens':
      '{place}: {field} takes at most two images: for landscape screens, then for portrait ones',
    'content.buttons':
      '{place}: {field} takes at most two images: for the yes button, then for the no button',
    'content.brand': '{place}: {field} must be a name without quotation marks, brackets and line breaks',
    'content.slug': '{place}: {field} must be lower-case letters, digits and hyphens',
    'content.min-charge': '{place}: {field} must be at least {limit}, the smallest charge of {providers}',
    'content.decimals': '{place}: {field} must have at most two decimals',
    'content.methods': '{place}: {field} names a method that this provider does not have',
    'content.price': '{place}: {field} needs a price in RUB or in USD',
    'content.instant':
      '{place}: {field} must be a date and time with its offset, such as 2026-12-04T10:00:00+03:00',
    'content.percent-or-price': '{place}: {field} is required, or price: and not both',
    'content.code-gives':
      '{place}: {field} is required, or price, or adds: and not percent and price together',
    'content.offer-item': '{place}: {field} is {id}, which is not an item of this project',
    'content.bundle-in-bundle': '{place}: {field} is {id}, which is a bundle: name its items',
    'content.once-quantity': '{place}: {field} is {id}, which is bought once: its quantity must be 1',
    'content.once-twice': '{place}: {field} is {id}, which is bought once: {other} gives it already',
    'content.units': '{place}: {field} must have at most {limit} units in all',
    'content.below-charge':
      '{place}: {field} makes {id} cost {price}, less than {limit}, the smallest charge in {currency}',
    'content.game-id':
      '{place}: {field} is {id}, which another item of this file has too: a game must tell its items apart',
    'content.date': '{place}: {field} must be a date such as 2026-11-25',
    'content.fixed-period': '{place}: {field} must not be daily, weekly or all',
    'content.after': '{place}: {field} must be after `{other}`',
    'content.more': '{place}: {field} must be more than `{other}`',
    'content.not-less': '{place}: {field} must not be less than `{other}`',
    'content.sum-negative': '{place}: {field} must not be negative with keep: sum',
    'content.descending': '{place}: {field} needs order: descending, because less is better otherwise',
    'content.ids': '{place}: {field} must have different ids',
    'content.aliases': '{place}: {field} must have different ids and aliases',
    'content.event-name':
      '{place}: {field} must begin with a letter, and have at most 40 letters, digits or _ . -',
    'content.event-names': '{place}: {field} must have different names',
    'content.event-known': '{place}: {field} is {id}, which is counted without a declaration: remove it',
    'content.points': '{place}: {field} must have at most {limit} points in all',
    'content.network-host':
      '{place}: {field} must be a host such as code.jquery.com, in lower case and without https://',
    'content.sdk-id': '{place}: {field} must be an id of the SDK such as yandex',
    'content.saves':
      '{place}: {field} must be auto, or have the fields mode (auto or sdk) and serverKeys: at most {limit} keys of 1 to 64 letters, digits or _ . : / -',
    'content.redirect-host':
      '{place}: {field} is required with authType: redirect, because results are sent there',
    'content.verify-url':
      '{place}: {field} is required with verifyPlayers: true, because the game server is asked there',
    'content.own-method': '{place}: {field} must have card or yooMoney, too',
    'content.vat': '{place}: {field} must be one of {rates}',
    'content.inn': '{place}: {field} must be a taxpayer number (INN) of 10 or 12 digits, in quotation marks',
    'content.phone': '{place}: {field} must be a phone number such as "+79001234567", in quotation marks',
    'content.agent-supplier': '{place}: {field} is required with {other}, because a receipt names both',
    'content.time-zone': '{place}: {field} must be a time zone such as Europe/Moscow',
    'content.other': '{place}: {field} {said}',
    'content.no-frame':
      '{place}: game.frameUrl: is missing: write the address of the game, or set GAMES_HOST so that this hub hosts its builds',
    'content.long-id':
      '{place}: game.frameUrl: is missing, and this hub hosts games whose id has at most {limit} characters: shorten the name of the file',
    'content.file-missing': '{place}: the file is missing',
    'content.project-name':
      '{place}: the name of the file is the id of the project, so it must be lower-case letters, digits and hyphens',
    'content.unknown-tenant': '{place}: is read by nobody: the name must be the id of a project',
    'content.unknown-page': '{place}: is read by nobody: the pages are {pages}',
    'content.yaml': '{place}: {said}',
    'content.json': '{place}: {said}',
    'content.encoding': '{place}: is not valid UTF-8: save the file in UTF-8',
    'content.document-language': '{place}: the name must end with a language, such as .en.md',
    'content.document-name':
      '{place}: the name is part of an address, so it must be Latin letters, digits and hyphens',
    'content.document-title': '{place}: the first line must be the title: "# …"',
    'content.document-empty': '{place}: has a title, but no text',
    'content.placeholder': '{place}: {name} is not a known placeholder; known: {known}',
    'content.item-id':
      '{place}: `items` has the id {id}, which is already used by {owner}; ids must be unique',
    'content.language-name':
      '{place}: the name must be a language that the hub recognises and that does not ship: de, es, fr, it, ja, ko, pt or zh',
    'content.texts': '{place}: must consist of texts and objects of texts',
    'content.untranslated':
      '{place}: languages: {language} needs its texts in the folder languages/{language} of the content',
    'content.default-language':
      '{place}: defaultLanguage: {language} is not one of the languages: {languages}',
    'content.not-file': '{place}: is a folder and must be a file',
    'content.not-folder': '{place}: is a file and must be a folder',
    'content.odd-kind': '{place}: is neither a file nor a folder',
    'content.unread': '{place}: is read by nobody: correct its name, or move it out of the content folder',
    'content.misnamed': '{place}: is read by nobody: rename it to {name}',
    'content.loop': '{place}: is a link to a folder that contains it',
    'content.unreadable': '{place}: cannot be read: {error}',
    'content.gap': '{place}: {field} has no text in {language}',
    'content.fault': '{said}',
  },
  ru: {
    'content.blank': '{place}: {field}: пусто, напишите текст',
    'content.missing': '{place}: {field}: не заполнено, {hint}',
    'content.empty': '{place}: {field}: пусто. Впишите значение ({expected}) или удалите строку',
    'content.type': '{place}: {field}: нужно значение другого вида ({expected}), а здесь {input}',
    'content.type-text': '{place}: {field}: нужно значение другого вида ({expected}), а здесь текст «{text}»',
    'content.choice': '{place}: {field}: подходит {values}, а здесь {input}',
    'content.choice-text': '{place}: {field}: подходит {values}, а здесь текст «{text}»',
    'content.misspelt-value': '{place}: {field}: «{text}» не подходит. Может быть, {nearest}?',
    'content.misspelt': '{place}: {field}: такого поля нет. Может быть, `{nearest}`?',
    'content.unknown': '{place}: {field}: такого поля нет, здесь бывают {fields}',
    'content.unknown-language':
      '{place}: {field}: такого языка Playhub не знает, напишите код, например en, ru или pt',
    'content.url': '{place}: {field}: нужен адрес, который начинается с http:// или https://',
    'content.email': '{place}: {field}: нужна почта, например team@studio.example',
    'content.min-length': '{place}: {field}: символов должно быть не меньше {limit}',
    'content.max-length': '{place}: {field}: символов должно быть не больше {limit}',
    'content.min-entries': '{place}: {field}: в списке должно быть не меньше {limit}',
    'content.max-entries': '{place}: {field}: в списке должно быть не больше {limit}',
    'content.min': '{place}: {field}: должно быть не меньше {limit}',
    'content.max': '{place}: {field}: должно быть не больше {limit}',
    'content.above': '{place}: {field}: должно быть больше {limit}',
    'content.below': '{place}: {field}: должно быть меньше {limit}',
    'content.default-text': '{place}: {field}: нужен текст на основном языке ({language})',
    'content.no-file': '{place}: {field}: в папке контента нет файла {path}',
    'content.color': '{place}: {field}: нужен цвет, например #1b2a4a',
    'content.path-spaces':
      '{place}: {field}: пробелов быть не должно, пишите %20 вместо каждого или переименуйте файл',
    'content.path-start': '{place}: {field}: должно начинаться с /main_images/ или /static_files/',
    'content.screens': '{place}: {field}: не больше двух картинок, для широкого экрана и для высокого',
    'content.buttons': '{place}: {field}: не больше двух картинок, для кнопки «да» и для кнопки «нет»',
    'content.brand': '{place}: {field}: нужно название без кавычек, скобок и переносов строки',
    'content.slug': '{place}: {field}: только строчные латинские буквы, цифры и дефисы',
    'content.min-charge':
      '{place}: {field}: должно быть не меньше {limit}, это наименьший платёж в {providers}',
    'content.decimals': '{place}: {field}: не больше двух знаков после точки',
    'content.methods': '{place}: {field}: у этого платёжного сервиса нет такого способа оплаты',
    'content.price': '{place}: {field}: нужна цена в RUB или USD',
    'content.instant':
      '{place}: {field}: нужны дата и время со смещением, например 2026-12-04T10:00:00+03:00',
    'content.percent-or-price': '{place}: {field}: нужно или это, или price, но не оба сразу',
    'content.code-gives': '{place}: {field}: нужно это, или price, или adds, но не percent и price сразу',
    'content.offer-item': '{place}: {field}: товара {id} в этой игре нет',
    'content.bundle-in-bundle': '{place}: {field}: {id} — набор, назовите товары из него',
    'content.once-quantity': '{place}: {field}: {id} покупается один раз, поэтому quantity только 1',
    'content.once-twice': '{place}: {field}: {id} покупается один раз, и его уже даёт {other}',
    'content.units': '{place}: {field}: вместе должно быть не больше {limit} штук',
    'content.below-charge':
      '{place}: {field}: {id} стоил бы {price}, а наименьший платёж в {currency} — {limit}',
    'content.game-id':
      '{place}: {field}: значение {id} уже есть у другого товара в этом файле, а игра должна их различать',
    'content.date': '{place}: {field}: нужна дата, например 2026-11-25',
    'content.fixed-period': '{place}: {field}: названия daily, weekly и all заняты',
    'content.after': '{place}: {field}: должно быть позже, чем `{other}`',
    'content.more': '{place}: {field}: должно быть больше, чем `{other}`',
    'content.not-less': '{place}: {field}: должно быть не меньше, чем `{other}`',
    'content.sum-negative': '{place}: {field}: при keep: sum не бывает меньше нуля',
    'content.descending': '{place}: {field}: нужен order: descending, иначе меньше значит лучше',
    'content.ids': '{place}: {field}: идентификаторы не должны повторяться',
    'content.aliases': '{place}: {field}: идентификаторы и прежние имена не должны повторяться',
    'content.event-name':
      '{place}: {field}: имя начинается с буквы, и в нём не больше 40 букв, цифр и знаков _ . - (латиница)',
    'content.event-names': '{place}: {field}: имена не должны повторяться',
    'content.event-known': '{place}: {field}: {id} считается и без объявления, уберите',
    'content.points': '{place}: {field}: вместе должно быть не больше {limit} очков',
    'content.network-host':
      '{place}: {field}: нужен хост, например code.jquery.com, строчными буквами и без https://',
    'content.sdk-id': '{place}: {field}: нужен идентификатор SDK, например yandex',
    'content.saves':
      '{place}: {field}: напишите auto или поля mode (auto или sdk) и serverKeys: не больше {limit} ключей по 1–64 символа из букв, цифр и _ . : / -',
    'content.redirect-host':
      '{place}: {field}: обязательно при authType: redirect, туда отправляются результаты',
    'content.verify-url': '{place}: {field}: обязательно при verifyPlayers: true, там спрашивают сервер игры',
    'content.own-method': '{place}: {field}: нужен ещё card или yooMoney',
    'content.vat': '{place}: {field}: нужно одно из значений {rates}',
    'content.inn': '{place}: {field}: нужен ИНН из 10 или 12 цифр, в кавычках',
    'content.phone': '{place}: {field}: нужен телефон, например "+79001234567", в кавычках',
    'content.agent-supplier': '{place}: {field}: обязательно вместе с {other}, в чеке указываются оба',
    'content.time-zone': '{place}: {field}: нужен часовой пояс, например Europe/Moscow',
    'content.other': '{place}: {field}: «{said}»',
    'content.no-frame':
      '{place}: game.frameUrl: не заполнено. Впишите адрес игры или задайте GAMES_HOST, чтобы хаб размещал её сам',
    'content.long-id':
      '{place}: game.frameUrl: не заполнено, а хаб размещает игры с идентификатором не длиннее {limit} символов: сократите имя файла',
    'content.file-missing': '{place}: файла нет',
    'content.project-name':
      '{place}: имя файла — идентификатор игры, в нём только строчные латинские буквы, цифры и дефисы',
    'content.unknown-tenant': '{place}: никем не читается, именем должен быть идентификатор игры',
    'content.unknown-page': '{place}: никем не читается, страницы бывают такие: {pages}',
    'content.yaml': '{place}: ошибка YAML: «{said}»',
    'content.json': '{place}: ошибка JSON: «{said}»',
    'content.encoding': '{place}: не UTF-8, сохраните файл в этой кодировке',
    'content.document-language': '{place}: имя должно оканчиваться языком, например .ru.md',
    'content.document-name':
      '{place}: имя входит в адрес страницы, в нём только латинские буквы, цифры и дефисы',
    'content.document-title': '{place}: в первой строке должен быть заголовок: «# …»',
    'content.document-empty': '{place}: есть заголовок, но нет текста',
    'content.placeholder': '{place}: подстановки {name} нет; есть {known}',
    'content.item-id':
      '{place}: `items`: идентификатор {id} уже занят игрой {owner}, а повторяться он не должен',
    'content.language-name':
      '{place}: именем должен быть язык, который хаб знает и ещё не переведён: de, es, fr, it, ja, ko, pt или zh',
    'content.texts': '{place}: внутри должны быть только тексты и объекты из текстов',
    'content.untranslated':
      '{place}: languages: для {language} нужны тексты в папке контента languages/{language}',
    'content.default-language': '{place}: defaultLanguage: {language} нет среди языков ({languages})',
    'content.not-file': '{place}: это папка, а нужен файл',
    'content.not-folder': '{place}: это файл, а нужна папка',
    'content.odd-kind': '{place}: это не файл и не папка',
    'content.unread': '{place}: никем не читается, исправьте имя или уберите из папки контента',
    'content.misnamed': '{place}: никем не читается, переименуйте в {name}',
    'content.loop': '{place}: это ссылка на папку, в которой она лежит',
    'content.unreadable': '{place}: не читается: {error}',
    'content.gap': '{place}: {field} без текста на языке {language}',
    'content.fault': 'Контент не прочитан: «{said}»',
  },
} as const satisfies Sentences

export type ContentCode = keyof (typeof contentSentences)['en']
/** A broken rule; an issue has its `place`, too. */
export type ContentRule = { code: ContentCode; params: SentenceParams }
