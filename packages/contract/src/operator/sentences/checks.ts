import { contentSentences } from './content.ts'
import { fillSentence, type SentenceLanguage, type SentenceParams, type Sentences } from './sentence.ts'

/** Subjects of the doctor's checks. A login provider keeps its own name. */
export const checkNames = {
  en: {
    configuration: 'Configuration',
    sqlite: 'SQLite',
    postgres: 'PostgreSQL',
    migrations: 'Migrations',
    jobs: 'Jobs',
    content: 'Content',
    'webhook-secrets': 'Webhook secrets',
    'game-hosts': 'Game hosts',
    'refund-limits': 'Refund limits',
    'uploaded-games': 'Uploaded games',
    mail: 'Mail',
    'support-mailbox': 'Support mailbox',
    'public-url': 'Public URL',
    console: 'Console',
    clock: 'Clock',
    disk: 'Disk',
    permissions: 'Permissions',
    stripe: 'Stripe',
    yookassa: 'YooKassa',
    'yandex-pay': 'Yandex Pay',
  },
  ru: {
    configuration: 'Настройки',
    sqlite: 'SQLite',
    postgres: 'PostgreSQL',
    migrations: 'Миграции',
    jobs: 'Задачи',
    content: 'Контент',
    'webhook-secrets': 'Секреты вебхуков',
    'game-hosts': 'Адреса игр',
    'refund-limits': 'Лимиты возвратов',
    'uploaded-games': 'Загруженные игры',
    mail: 'Почта',
    'support-mailbox': 'Ящик поддержки',
    'public-url': 'Публичный адрес',
    console: 'Консоль',
    clock: 'Часы',
    disk: 'Диск',
    permissions: 'Права доступа',
    stripe: 'Stripe',
    yookassa: 'ЮKassa',
    'yandex-pay': 'Яндекс Пэй',
  },
} as const satisfies Sentences

/** Results of the doctor's checks. `{said}` is text of others: an error, a person's email or IP. */
export const checkSentences = {
  en: {
    ...contentSentences.en,
    said: '{said}',
    'config.fine': 'has no doubtful values',
    'config.misspelt': '{name} is not a variable of the hub: did you mean {closest}?',
    'config.unknown': '{name} is not a variable of the hub: correct or remove it.',
    'config.staging':
      'This is a staging hub: payments go to the sandbox, and every page says so. Set HUB_MODE to production for players.',
    'config.secret-in-staging': '{name} is not used in staging: remove it, so that it stays in production.',
    'config.sandbox-only': '{name} is used in sandbox mode only: remove it.',
    'config.no-effect': '{name} has no effect without {needed}: set both, or remove it.',
    'config.local-url':
      'PUBLIC_URL is {url}, which only this machine can open: set it to the address that players use.',
    'config.plain-url': 'PUBLIC_URL is {url}, so logins travel without encryption: use https://.',
    'config.untrusted-url':
      'PUBLIC_URL is {url}, where browsers run no robot check and no passkeys, so nobody can register by email: use https://, or http://localhost on this machine.',
    'config.plain-mail':
      'SMTP_URL sends codes in plain text when the mail server offers no TLS: use smtps://, or add ?requireTLS=true.',
    'config.no-provider':
      'No payment provider is configured, so nothing can be sold: set the keys of {providers}.',
    'database.answers': 'answers',
    'database.unmigrated':
      'The database lacks tables or columns of this version: start a hub of this version ("npm run serve", or "npm start" with the sandbox), which adds them, and run the command again.',
    'database.damaged':
      "The file playhub.sqlite is not a database: restore it from a backup, or set DATA_DIR to the hub's data folder.",
    'database.silent': 'The database does not answer: start it or check DATABASE_URL.',
    'database.after-migrations': 'can be checked once the migrations have run',
    'migrations.complete': 'are complete',
    'migrations.none': 'None has run: start a hub of this version, which runs them.',
    'migrations.missing': '{names} have not run: start a hub of this version, which runs them.',
    'jobs.fine': 'run without repeated failures',
    'jobs.failing': '{kind} has failed at least three times in a row: {said}',
    'content.valid': 'in {folder} is valid',
    'content.valid-database': 'in the database is valid',
    'content.sample': "hub.yaml: operator.{field} is missing or still the sample's",
    'content.document-missing': 'docs/{file}.md: is missing, and pages link to it',
    'content.template': 'docs/{file}.md: is still marked as a template',
    'content.unsold': 'projects/{file}.yaml: {item} has no price in {currencies}',
    'content.stock-picture': '{path}: is missing, so players see the picture of Playhub',
    'content.no-picture': '{path}: is missing, and pages show it',
    'secrets.set': 'are there for each webhookUrl',
    'secrets.missing':
      '{game} has a webhookUrl and no secret, so its webhooks wait: npm run hub -- secrets create {game}',
    'hosts.sandbox': 'are not compared with the sandbox',
    'hosts.separate': 'share no domain with the hub',
    'hosts.unchecked': 'were not compared: the content has errors',
    'hosts.hosting':
      'GAMES_HOST is {host}, which shares {domain} with the hub: a game can fill the cookies of the hub until it answers nothing, and passwords of the hub are offered there. Take a domain of its own.',
    'hosts.sibling':
      '{game} runs at {host}, which shares {domain} with the hub and can set cookies for it: move the game to a domain of its own.',
    'limits.set': 'for support: {limits}',
    'limits.set-held': 'for support: {limits}; refunds are held for {minutes} minutes',
    'limits.unchecked': 'were not checked without the content',
    'limits.none':
      'are not set, so operators with the role support may refund any sum: set console.refundLimits in hub.yaml.',
    'limits.currency':
      'has none in {currency}, so operators with the role support can refund nothing that was paid in it: add {currency} to console.refundLimits in hub.yaml.',
    'builds.not-hosted': 'are not hosted',
    'builds.place': 'are in {place}',
    'builds.no-bucket':
      'S3: the bucket {bucket} does not exist, or the key may not use it. See S3_ENDPOINT and S3_BUCKET.',
    'builds.s3-silent': 'S3: {host} does not respond. See S3_ENDPOINT and S3_BUCKET.',
    'builds.unchecked': 'They could not be checked: {said}.',
    'builds.other-place':
      'The hubs do not keep them in {place}: set DATA_DIR and BUILD_STORAGE as for the hubs.',
    'builds.elsewhere':
      'Running hubs of this database that keep them elsewhere: {count}. Give all hubs one shared folder as DATA_DIR, or BUILD_STORAGE=s3, and restart them.',
    'builds.incomplete':
      'Build {number} of {game}, which players get, lacks files in {place}: {count}. Restore them with "npm run hub -- backup restore <file>", or publish the game again.',
    'mail.accepts': 'server {host} accepts our login',
    'mail.tls':
      'The server {host} offers no connection that can be encrypted ({said}): check its certificate, and the port and smtps:// or smtp:// in SMTP_URL.',
    'mail.login':
      'The server {host} does not accept our login ({said}): check user and password in SMTP_URL.',
    'mail.unreachable': 'The server {host} does not accept the connection ({said}): check SMTP_URL.',
    'mail.refused': 'The server {host} refuses the email for good ({said}).',
    'mail.other': 'The server {host} does not accept the email now ({said}).',
    'mailbox.none': 'is not configured: replies by email go to the team',
    'mailbox.accepts': 'at {host} accepts our login',
    'mailbox.login': 'The server {host} refuses user or password of SUPPORT_IMAP_URL.',
    'mailbox.closed': 'The mailbox at {host} cannot be opened ({said}): check SUPPORT_IMAP_URL.',
    'url.reaches': '{url} reaches a hub that is ready',
    'url.plain': '{url} is not encrypted: put a proxy with a certificate before the hub.',
    'url.closed':
      '{url} cannot be opened from here ({said}): start the hub, and check DNS, certificate and proxy.',
    'url.no-hub': '{url}/readyz answers {status}, but not as a hub does: check the proxy.',
    'url.not-ready': 'The hub behind {url} is not ready: {said}.',
    'console.none': 'does not exist: no owner was added',
    'console.at': 'is at {url}; active owners: {count}',
    'console.unchecked': 'was not checked without the database',
    'console.plain':
      '{url} is not encrypted, so passwords and sessions of staff can be read on the way: use https://.',
    'console.no-owner':
      'No owner is active: they use their links, or "operators add <email> --role owner" adds another one.',
    'console.no-factor':
      '{said} is an owner without a two-factor method: they use their link, or get a new one.',
    'console.proxy-ip':
      'CONSOLE_NETWORKS is compared with the IP of the proxy, which is the same for everybody: set TRUST_PROXY=true.',
    'console.networks':
      'CONSOLE_NETWORKS ({networks}) has none of the IPs that operators have logged in from, such as {said}: nobody may be able to open the console.',
    'console.no-api':
      "{origin} answers {status} instead of the console's API: send this host to the hub, with its name.",
    'console.closed': '{origin} cannot be opened from here ({said}): check DNS, certificate and proxy.',
    'clock.agrees': 'agrees with that of {host}',
    'clock.no-provider': 'was not compared: no payment provider is configured',
    'clock.no-time': 'was not compared: {host} sends no time',
    'clock.differs': 'It differs from that of {host} by {seconds} s: synchronise it by NTP.',
    'clock.unreachable': '{host} cannot be reached ({said}): allow outgoing HTTPS.',
    'disk.none': 'has no data folder, and needs none',
    'disk.free': 'has {free} GB free at {folder}',
    'disk.full': '{free} GB ({percent} %) are free at {folder}: make room, or enlarge it.',
    'permissions.fine': 'are as they should be',
    'permissions.root': 'The command runs as root: run it and the hub as a user of their own.',
    'permissions.open': 'Other users can read {path}: chmod {mode} {path}',
    'permissions.closed': "{path} cannot be read: give the hub's user access to it.",
    'provider.live': 'accepts our keys, live mode',
    'provider.test': 'accepts our keys, test mode',
    'provider.refused': 'It did not accept the call: {said}',
    'provider.no-keys': '{url} has no keys, so events cannot be verified.',
    'stripe.inactive': 'The account cannot take payments yet: finish its activation in the dashboard.',
    'stripe.modes': 'One key is of live mode and the other of test mode: take both from the same mode.',
    'stripe.domain':
      '{host} is not registered, so Apple Pay, Google Pay and Link are not offered there: npm run hub -- doctor providers --fix',
    'yookassa.no-method':
      'The shop does not have {methods}, which projects name: ask YooKassa to connect them, or take them out of paymentsMethods.',
    'yookassa.unnamed-method':
      'The shop offers {methods}, which no project names: add them to paymentsMethods, so that players know.',
    'yookassa.other-shop': 'The secret key belongs to shop {shop}, not to {expected}.',
    'yookassa.disabled': "The shop is {said}: ask YooKassa's support.",
    'yookassa.modes': 'The key and the shop are of different modes, live and test.',
    'yookassa.no-vat':
      'The shop registers fiscal receipts and refuses payments without one: set YOOKASSA_RECEIPT_VAT.',
    'yookassa.no-receipts': 'YOOKASSA_RECEIPT_VAT is set, but the shop does not register fiscal receipts.',
    'yandex-pay.prepayment':
      'YANDEX_PAY_RECEIPT_MODE is full_prepayment, and Yandex Pay registers no receipt of the delivery: register it in your cash register, or set full_payment.',
    'login.known': 'knows our app',
    'login.silent': 'It does not answer as it should ({said}): is the network open to it?',
    'login.format': 'It answered {status} in an unexpected format.',
    'login.keys': 'It does not accept our keys: {said}.',
    'login.secret': 'It does not accept the app id and secret ({status}).',
    'login.callback': 'It does not know our callback address {url}.',
    'login.answered': 'It answered {said}.',
    'login.discovery': 'Its OpenID discovery document is not readable ({status}).',
    'login.moved': 'It publishes {theirs}, and we use {ours}.',
    'build.crashes':
      'Version {number}: {share} % of plays crashed; {baselineShare} % in version {baselineNumber}',
    'build.errors':
      'Version {number}: {share} % of plays had an error; {baselineShare} % in version {baselineNumber}',
    'build.load-time':
      'Version {number}: {share} % of plays loaded slowly; {baselineShare} % in version {baselineNumber}',
    'build.first-minute':
      'Version {number}: {share} % of plays ended within a minute; {baselineShare} % in version {baselineNumber}',
    'hub.rejected': 'Hub {hub} has rejected version {version} of the content',
    'market.consents':
      'hub.yaml: legal.consents is off, so accounts are created without a consent to the processing of personal data: set it to required.',
    'market.inn': 'hub.yaml: operator.taxId is no ИНН of 10 or 12 digits.',
    'market.ogrn': 'hub.yaml: operator.registrationNumber is no ОГРН of 13 digits or ОГРНИП of 15.',
    'market.document': 'docs/{file}.md: is missing, and this market needs it in this language',
    'market.receipts':
      '{provider} registers no fiscal receipts: set {name}, or make sure that another cash register issues them.',
    'market.age': 'projects/{file}.yaml: game.age is missing, so no age mark is shown.',
    'market.withdrawal':
      'hub.yaml: legal.withdrawal is none, so players neither waive the right of withdrawal nor can use it: set it to waiver or refund.',
    'market.withdrawal-text': 'docs: neither offer nor terms tells of the right of withdrawal.',
    'market.country-header':
      'COUNTRY_HEADER is not read, so orders know their country by the card alone: set it with TRUST_PROXY.',
    'market.vat-number': 'hub.yaml: operator.taxId has no VAT number, which the hub must show.',
    'market.phone': 'hub.yaml: operator.phone is empty, and buyers must find a telephone number.',
    'market.lowest-price':
      'projects/{file}.yaml: {offers} reduce prices for some players only, which the lowest price of 30 days leaves out: decide whether the law counts them.',
  },
  ru: {
    ...contentSentences.ru,
    said: 'Сообщение: «{said}»',
    'config.fine': 'без сомнительных значений',
    'config.misspelt': 'У хаба нет переменной {name}: может быть, {closest}?',
    'config.unknown': 'У хаба нет переменной {name}: исправьте или удалите её.',
    'config.staging':
      'Это хаб для проверки: оплата идёт в песочницу, и каждая страница об этом сообщает. Для игроков задайте HUB_MODE=production.',
    'config.secret-in-staging': '{name} не нужна хабу для проверки: удалите её, пусть останется в рабочем.',
    'config.sandbox-only': '{name} действует только в режиме песочницы: удалите её.',
    'config.no-effect': '{name} не действует без {needed}: задайте обе или удалите её.',
    'config.local-url':
      'PUBLIC_URL — {url}, этот адрес открывается только на этой машине: укажите адрес, которым пользуются игроки.',
    'config.plain-url':
      'PUBLIC_URL — {url}, поэтому данные для входа передаются без шифрования: нужен https://.',
    'config.untrusted-url':
      'PUBLIC_URL — {url}, по такому адресу браузеры не запускают проверку на робота и ключи доступа, и никто не сможет зарегистрироваться по почте: нужен https:// или http://localhost на этой машине.',
    'config.plain-mail':
      'Если почтовый сервер не предлагает TLS, через SMTP_URL коды уходят открытым текстом: используйте smtps:// или добавьте ?requireTLS=true.',
    'config.no-provider':
      'Ни один платёжный сервис не настроен, и продавать нечем: задайте ключи одного из них ({providers}).',
    'database.answers': 'отвечает',
    'database.unmigrated':
      'В базе нет таблиц или колонок этой версии: запустите хаб этой версии («npm run serve» или «npm start» с песочницей), он их добавит, и повторите проверку.',
    'database.damaged':
      'Файл playhub.sqlite — не база данных: восстановите его из резервной копии или укажите в DATA_DIR папку с данными хаба.',
    'database.silent': 'База данных не отвечает: запустите её или проверьте DATABASE_URL.',
    'database.after-migrations': 'проверим, когда выполнятся миграции',
    'migrations.complete': 'выполнены все',
    'migrations.none': 'Не выполнена ни одна: запустите хаб этой версии, он их выполнит.',
    'migrations.missing': 'Не выполнены: {names}. Запустите хаб этой версии, он их выполнит.',
    'jobs.fine': 'выполняются без повторных ошибок',
    'jobs.failing': '{kind}: не меньше трёх ошибок подряд, последняя: «{said}»',
    'content.valid': 'в папке {folder} без ошибок',
    'content.valid-database': 'в базе данных без ошибок',
    'content.sample': 'hub.yaml: operator.{field} не заполнено или взято из образца',
    'content.document-missing': 'docs/{file}.md: документа нет, а страницы на него ссылаются',
    'content.template': 'docs/{file}.md: всё ещё помечен как шаблон',
    'content.unsold': 'projects/{file}.yaml: у {item} нет цены в {currencies}',
    'content.stock-picture': '{path}: картинки нет, и игроки видят картинку Playhub',
    'content.no-picture': '{path}: картинки нет, а страницы её показывают',
    'secrets.set': 'есть для каждого webhookUrl',
    'secrets.missing':
      'У игры {game} есть webhookUrl, но нет секрета, и её вебхуки ждут: npm run hub -- secrets create {game}',
    'hosts.sandbox': 'с песочницей не сравниваются',
    'hosts.separate': 'не делят домен с хабом',
    'hosts.unchecked': 'не сравнили: в контенте ошибки',
    'hosts.hosting':
      'GAMES_HOST — {host}, он делит с хабом домен {domain}: игра может переполнить cookie хаба, и он перестанет отвечать, а браузер предложит там пароли от хаба. Возьмите отдельный домен.',
    'hosts.sibling':
      'Игра {game} работает на {host}, который делит с хабом домен {domain} и может менять его cookie: перенесите игру на отдельный домен.',
    'limits.set': 'для поддержки: {limits}',
    'limits.set-held': 'для поддержки: {limits}; возврат можно отменить, минут: {minutes}',
    'limits.unchecked': 'без контента не проверили',
    'limits.none':
      'не заданы, и сотрудник с ролью «Поддержка» может вернуть любую сумму: задайте console.refundLimits в hub.yaml.',
    'limits.currency':
      'для {currency} не заданы, и сотрудник с ролью «Поддержка» не может вернуть оплату в этой валюте: добавьте {currency} в console.refundLimits в hub.yaml.',
    'builds.not-hosted': 'не размещаются на хабе',
    'builds.place': 'хранятся здесь: {place}',
    'builds.no-bucket':
      'S3: бакета {bucket} нет, или ключ не даёт к нему доступа. Проверьте S3_ENDPOINT и S3_BUCKET.',
    'builds.s3-silent': 'S3: {host} не отвечает. Проверьте S3_ENDPOINT и S3_BUCKET.',
    'builds.unchecked': 'Проверить не удалось: «{said}».',
    'builds.other-place':
      'Хабы хранят их не здесь ({place}): задайте те же DATA_DIR и BUILD_STORAGE, что и у хабов.',
    'builds.elsewhere':
      'Работающие хабы этой базы, которые хранят их в другом месте: {count}. Дайте всем хабам общую папку DATA_DIR или BUILD_STORAGE=s3 и перезапустите их.',
    'builds.incomplete':
      'В версии {number} игры {game}, которую получают игроки, не хватает файлов: {count}. Место: {place}. Восстановите их командой «npm run hub -- backup restore <file>» или опубликуйте игру заново.',
    'mail.accepts': 'сервер {host} принимает наш вход',
    'mail.tls':
      'Сервер {host} не предлагает шифрования («{said}»): проверьте его сертификат, порт и smtps:// или smtp:// в SMTP_URL.',
    'mail.login': 'Сервер {host} не принимает наш вход («{said}»): проверьте имя и пароль в SMTP_URL.',
    'mail.unreachable': 'Сервер {host} не принимает соединение («{said}»): проверьте SMTP_URL.',
    'mail.refused': 'Сервер {host} окончательно отказался принять письмо («{said}»).',
    'mail.other': 'Сервер {host} сейчас не принимает письмо («{said}»).',
    'mailbox.none': 'не настроен: ответы по почте приходят команде',
    'mailbox.accepts': 'на {host} принимает наш вход',
    'mailbox.login': 'Сервер {host} не принимает имя или пароль из SUPPORT_IMAP_URL.',
    'mailbox.closed': 'Ящик на {host} не открывается («{said}»): проверьте SUPPORT_IMAP_URL.',
    'url.reaches': 'по {url} отвечает готовый хаб',
    'url.plain': '{url} без шифрования: поставьте перед хабом прокси с сертификатом.',
    'url.closed':
      '{url} отсюда не открывается («{said}»): запустите хаб, проверьте DNS, сертификат и прокси.',
    'url.no-hub': '{url}/readyz отвечает {status}, но не как хаб: проверьте прокси.',
    'url.not-ready': 'Хаб по адресу {url} не готов: «{said}».',
    'console.none': 'не открыта: владелец не добавлен',
    'console.at': 'открыта на {url}; активных владельцев: {count}',
    'console.unchecked': 'без базы данных не проверили',
    'console.plain':
      '{url} без шифрования, и по пути можно прочитать пароли и сессии сотрудников: нужен https://.',
    'console.no-owner':
      'Нет активного владельца: пусть откроют свои ссылки, или добавьте ещё одного командой «operators add <email> --role owner».',
    'console.no-factor':
      '{said} — владелец без двухэтапного входа: пусть откроет свою ссылку или получит новую.',
    'console.proxy-ip':
      'CONSOLE_NETWORKS сравнивается с IP прокси, а он у всех один: задайте TRUST_PROXY=true.',
    'console.networks':
      'В CONSOLE_NETWORKS ({networks}) нет ни одного IP, с которого входили сотрудники, например {said}: консоль может ни у кого не открыться.',
    'console.no-api':
      '{origin} отвечает {status} вместо API консоли: направьте этот адрес на хаб вместе с его именем.',
    'console.closed': '{origin} отсюда не открывается («{said}»): проверьте DNS, сертификат и прокси.',
    'clock.agrees': 'идут как у {host}',
    'clock.no-provider': 'не сравнили: платёжный сервис не настроен',
    'clock.no-time': 'не сравнили: {host} не сообщает время',
    'clock.differs': 'Расходятся с часами {host} на {seconds} с: синхронизируйте их по NTP.',
    'clock.unreachable': 'Нет связи с {host} («{said}»): разрешите исходящие соединения HTTPS.',
    'disk.none': 'папки с данными нет, и она не нужна',
    'disk.free': 'свободно {free} ГБ в {folder}',
    'disk.full': 'Свободно {free} ГБ ({percent} %) в {folder}: освободите или добавьте место.',
    'permissions.fine': 'такие, как нужно',
    'permissions.root': 'Команда запущена от root: запускайте её и хаб от отдельного пользователя.',
    'permissions.open': 'Другие пользователи могут читать {path}: chmod {mode} {path}',
    'permissions.closed': '{path} не читается: дайте доступ пользователю хаба.',
    'provider.live': 'принимает наши ключи, рабочий режим',
    'provider.test': 'принимает наши ключи, тестовый режим',
    'provider.refused': 'Запрос не принят: «{said}»',
    'provider.no-keys': 'По {url} нет ключей, и события нельзя проверить.',
    'stripe.inactive': 'Аккаунт ещё не принимает оплату: завершите активацию в личном кабинете.',
    'stripe.modes': 'Один ключ рабочий, другой тестовый: возьмите оба из одного режима.',
    'stripe.domain':
      'Адрес {host} не зарегистрирован, и Apple Pay, Google Pay и Link там не предлагаются: npm run hub -- doctor providers --fix',
    'yookassa.no-method':
      'В магазине нет способов {methods}, а проекты их называют: подключите их в ЮKassa или уберите из paymentsMethods.',
    'yookassa.unnamed-method':
      'Магазин предлагает {methods}, но ни один проект их не называет: добавьте их в paymentsMethods, чтобы игроки о них знали.',
    'yookassa.other-shop': 'Секретный ключ от магазина {shop}, а не {expected}.',
    'yookassa.disabled': 'Состояние магазина — «{said}»: обратитесь в поддержку ЮKassa.',
    'yookassa.modes': 'Ключ и магазин в разных режимах: рабочем и тестовом.',
    'yookassa.no-vat':
      'Магазин регистрирует фискальные чеки и не принимает оплату без них: задайте YOOKASSA_RECEIPT_VAT.',
    'yookassa.no-receipts': 'YOOKASSA_RECEIPT_VAT задан, но магазин не регистрирует фискальные чеки.',
    'yandex-pay.prepayment':
      'YANDEX_PAY_RECEIPT_MODE — full_prepayment, а чек зачёта предоплаты Яндекс Пэй не пробивает: пробивайте его в своей кассе или задайте full_payment.',
    'login.known': 'знает наше приложение',
    'login.silent': 'Ответа, который нужен, нет («{said}»): открыт ли к нему доступ из сети?',
    'login.format': 'Ответ {status} в неожиданном виде.',
    'login.keys': 'Наши ключи не приняты: «{said}».',
    'login.secret': 'Идентификатор и секрет приложения не приняты ({status}).',
    'login.callback': 'Наш адрес возврата {url} ему неизвестен.',
    'login.answered': 'Ответ: «{said}».',
    'login.discovery': 'Документ OpenID discovery не читается ({status}).',
    'login.moved': 'Он публикует {theirs}, а у нас {ours}.',
    'build.crashes':
      'Версия {number}: аварийно закончились {share} % запусков, в версии {baselineNumber} — {baselineShare} %',
    'build.errors':
      'Версия {number}: ошибки были в {share} % запусков, в версии {baselineNumber} — в {baselineShare} %',
    'build.load-time':
      'Версия {number}: медленно загрузились {share} % запусков, в версии {baselineNumber} — {baselineShare} %',
    'build.first-minute':
      'Версия {number}: меньше минуты длились {share} % запусков, в версии {baselineNumber} — {baselineShare} %',
    'hub.rejected': 'Хаб {hub} отклонил версию {version} контента',
    'market.consents':
      'hub.yaml: legal.consents выключено, и аккаунты создаются без согласия на обработку персональных данных: задайте required.',
    'market.inn': 'hub.yaml: operator.taxId — не ИНН из 10 или 12 цифр.',
    'market.ogrn': 'hub.yaml: operator.registrationNumber — не ОГРН из 13 цифр и не ОГРНИП из 15.',
    'market.document': 'docs/{file}.md: документа нет, а для этого рынка он нужен на этом языке',
    'market.receipts':
      '{provider} не регистрирует фискальные чеки: задайте {name} или убедитесь, что их выдаёт другая касса.',
    'market.age': 'projects/{file}.yaml: нет game.age, и знак возраста не показан.',
    'market.withdrawal':
      'hub.yaml: legal.withdrawal — none, и игрок не может ни отказаться от права на отказ от договора, ни воспользоваться им: задайте waiver или refund.',
    'market.withdrawal-text': 'docs: ни в оферте, ни в условиях не сказано о праве на отказ от договора.',
    'market.country-header':
      'COUNTRY_HEADER не читается, и страну заказа сообщает только карта: задайте переменную вместе с TRUST_PROXY.',
    'market.vat-number': 'hub.yaml: в operator.taxId нет номера плательщика НДС, а хаб обязан его показать.',
    'market.phone': 'hub.yaml: operator.phone не заполнено, а покупатель должен найти телефон.',
    'market.lowest-price':
      'projects/{file}.yaml: {offers} снижают цену лишь для части игроков, и в наименьшую цену за 30 дней она не входит: решите, учитывает ли её закон.',
  },
} as const satisfies Sentences

export type CheckName = keyof (typeof checkNames)['en']
export type CheckCode = keyof (typeof checkSentences)['en']
export type Finding = { code: CheckCode; params: SentenceParams }

export const toFinding = (code: CheckCode, params: SentenceParams = {}): Finding => ({ code, params })

/** English is for shells and logs. */
export function describeFinding({ code, params }: Finding, language: SentenceLanguage = 'en'): string {
  return fillSentence(checkSentences, { code, params }, language) ?? code
}

export function nameCheck(name: string, language: SentenceLanguage = 'en'): string {
  return fillSentence(checkNames, { code: name, params: {} }, language) ?? name
}
