/** A forbidden direction of imports. */
export type ImportRule = {
  name: string
  from: RegExp
  forbidden: RegExp
  allows?: (from: string, to: string) => boolean
}

export const isTest = (path: string) =>
  /\.test\.tsx?$|^(apps\/[^/]+|games|packages\/sandbox|deploy)\/test\/|^packages\/test-kit\//.test(path)

const capability =
  '(?:accounts|hub-sessions|catalogue|payments|game-tokens|game-server-api|builds|game-files|saves|leaderboards|plays|support|developers|site|operators|operator-api)'
const webCapability = '(?:accounts|catalogue|payments|play|leaderboards|developers|support|documents)'
const inSameCapability = (from: string, to: string) => to.startsWith(`${from.split('/', 4).join('/')}/`)
/** Commands import the operator API, and start in half a second only without whole capabilities. */
const staffUseCase =
  /^apps\/server\/src\/([^/]+\/operator|operators\/management|payments\/(finance|game-webhooks|limits|records)|support\/mail-in|plays\/game-errors|game-server-api\/project-keys)/
const isStaffUseCase = (from: string, to: string) =>
  from.startsWith('apps/server/src/operator-api/') && staffUseCase.test(to)
const inTest = (from: string) => isTest(from)

/** Import directions from docs/architecture.md. */
export const importRules: ImportRule[] = [
  {
    name: 'the product imports no test support',
    from: /^(apps\/[^/]+\/src|packages\/(?!test-kit)[^/]+\/src|games)\//,
    forbidden: /^([^/]+\/){1,2}test\/|^packages\/test-kit\//,
    allows: inTest,
  },
  {
    name: 'the contract imports nothing',
    from: /^packages\/contract\//,
    forbidden: /^(?!packages\/contract\/)/,
  },
  {
    name: 'ui imports only the contract',
    from: /^packages\/ui\//,
    forbidden: /^(?!packages\/(ui|contract)\/)/,
  },
  {
    name: 'the sandbox imports nothing',
    from: /^packages\/sandbox\//,
    forbidden: /^(?!packages\/sandbox\/)/,
  },
  {
    name: 'the platform imports no capability',
    from: /^apps\/server\/src\/platform\//,
    forbidden: /^apps\/server\/src\/(?!platform\/)/,
    allows: inTest,
  },
  {
    name: 'capabilities import each other through index.ts, the operator API also what staff may do',
    from: new RegExp(`^apps/server/src/${capability}/`),
    forbidden: new RegExp(`^apps/server/src/${capability}/.*(?<!/index\\.ts)$`),
    allows: (from, to) => inSameCapability(from, to) || isTest(from) || isStaffUseCase(from, to),
  },
  {
    name: 'operators imports no other capability',
    from: /^apps\/server\/src\/operators\//,
    forbidden: new RegExp(`^apps/server/src/${capability}/`),
    allows: (from, to) => inSameCapability(from, to) || isTest(from),
  },
  {
    name: 'a capability does not import the app',
    from: new RegExp(`^apps/server/src/${capability}/`),
    forbidden: /^apps\/server\/src\/(app|context|main|hub|demo|cli|migrations)(\.ts$|\/)/,
    allows: inTest,
  },
  {
    name: 'payment records import no flow',
    from: /^apps\/server\/src\/payments\/records\//,
    forbidden: /^apps\/server\/src\/payments\/(?!records\/)[^/]+\//,
    allows: inTest,
  },
  {
    name: 'server and web share only the contract',
    from: /^apps\/server\/src\//,
    forbidden: /^(apps\/(web|console)|games|packages\/(sandbox|game-sdk|ui))\//,
    allows: inTest,
  },
  {
    name: 'the web does not import the server',
    from: /^apps\/web\/src\//,
    forbidden: /^(apps\/server|packages\/sandbox)\//,
  },
  {
    name: 'the web does not import the console',
    from: /^apps\/web\//,
    forbidden: /^apps\/console\//,
  },
  {
    name: 'the console imports neither web nor server',
    from: /^apps\/console\//,
    forbidden: /^(apps\/(web|server)|games|packages\/(sandbox|game-sdk))\//,
    allows: inTest,
  },
  {
    name: 'lib imports neither ui nor a capability',
    from: /^apps\/web\/src\/lib\//,
    forbidden: new RegExp(`^apps/web/src/(ui|app|${webCapability})/`),
    allows: inTest,
  },
  {
    name: 'ui imports no capability',
    from: /^apps\/web\/src\/ui\//,
    forbidden: new RegExp(`^apps/web/src/(app|${webCapability})/`),
    allows: inTest,
  },
  {
    name: 'a capability of the web does not import the app',
    from: new RegExp(`^apps/web/src/${webCapability}/`),
    forbidden: /^apps\/web\/src\/app\//,
    allows: inTest,
  },
  {
    name: "replacements of portals' SDKs share only what is in shared",
    from: /^packages\/game-sdk\/src\/compat\/[^/]+\//,
    forbidden: /^packages\/game-sdk\/src\/compat\/(?!shared\/)/,
    allows: (from, to) => to.startsWith(`${from.split('/', 5).join('/')}/`),
  },
  {
    name: 'games import only the SDK',
    from: /^games\//,
    forbidden: /^(apps|packages\/(?!game-sdk))/,
    allows: inTest,
  },
  {
    name: 'games share only the kit',
    from: /^games\/[^/]+\//,
    forbidden: /^games\/(?!kit\/)/,
    allows: (from, to) => isTest(from) || to.startsWith(`${from.split('/', 2).join('/')}/`),
  },
]

/** Only the quote computes with prices and percent, so that no other place can come to another amount. */
export const pricedNames = ['percent', 'price']
export const mayPrice = (path: string) =>
  isTest(path) || !path.startsWith('apps/server/src/') || path.startsWith('apps/server/src/catalogue/offers/')

/** Names with a standard term: see "Names" in CONTRIBUTING.md. Matched against each word of a name. */
export const standardTerms = new Map([
  ['notice', 'webhook'],
  ['notices', 'webhooks'],
  ['letter', 'email'],
  ['letters', 'emails'],
  ['tell', 'send, report or return'],
  ['tells', 'sends, reports or returns'],
  ['told', 'sent, reported or returned'],
  ['teller', 'dispatcher'],
  ['telling', 'result'],
  ['trouble', 'error'],
  ['troubles', 'errors'],
  ['verdict', 'payment check'],
  ['judge', 'verify'],
  ['lane', 'queue'],
  ['lanes', 'queues'],
  ['passport', 'oauth'],
  ['departure', 'authorize'],
  ['arrival', 'callback'],
  ['arriving', 'async'],
  ['robot', 'captcha'],
  ['shelf', 'library'],
  ['deed', 'command'],
  ['deeds', 'commands'],
  ['cashier', 'checkout driver'],
  ['postbox', 'webhook capture'],
  ['darkroom', 'baselines'],
  ['album', 'baselines'],
  ['tally', 'count'],
  ['tallies', 'metrics'],
  ['visitor', 'client info'],
  ['desk', 'tickets'],
  ['operate', 'cli'],
  ['till', 'checkout driver'],
  ['heard', 'received'],
  ['settle', 'sync, finish or apply'],
  ['settled', 'final, decided or finished'],
  ['settlement', 'payment'],
  ['settling', 'finishing'],
  ['unsettled', 'undecided'],
  ['ledger', 'records'],
  ['proof', 'reauthentication or assertion'],
  ['proofs', 'assertions'],
  ['companies', 'providers'],
  ['asked', 'request or requested'],
  ['crowd', 'load'],
  ['crowded', 'busy'],
  ['thief', 'attacker'],
  ['stranger', 'anonymous client'],
  ['liar', 'malicious client'],
  ['mistake', 'error or issue'],
  ['mistakes', 'errors or issues'],
  ['ceiling', 'limit'],
  ['ceilings', 'limits'],
  ['bury', 'mark dead'],
  ['replan', 'reschedule'],
])

/** Two words in a row with a standard term. */
export const standardPairs = new Map([
  ['second factor', 'two-factor'],
  ['second factors', 'two-factor methods'],
  ['sign in', 'log in'],
  ['signs in', 'logs in'],
  ['signing in', 'logging in'],
  ['under way', 'in progress or in flight'],
])

/** Words of comments with a standard term. */
export const commentTerms: [word: RegExp, term: string][] = [
  [/\bcompan(y|ies)\b/i, 'provider'],
  [/\b(?<!-)proofs?\b(?!-)/i, 'reauthentication or assertion'],
  [/\bsecond factors?\b/i, 'two-factor method'],
  [/\b(sign(ed|s|ing)? in|sign-ins?)\b(?!\/)/i, 'log in, login'],
  [/\bunder way\b/i, 'in progress or in flight'],
  [/\b(settlements?|ledger|settling|unsettled)\b/i, 'payment, records, sync'],
  [/\b(crowd(ed)?|thief|stranger|liar)\b/i, 'load, busy, attacker, client'],
]

/** Compounds ending in a word which is fine alone: `statusWords`, `languageChoices`. */
export const standardEndings = new Map([
  ['words', 'labels or messages'],
  ['choices', 'preferences'],
])

/** Identifiers from libraries, browsers and the code's own subject. */
export const allowedIdentifiers = new Set([
  'letterSpacing',
  'letters',
  'letter',
  ...['indexOf', 'lastIndexOf', 'getPrototypeOf', 'supportedValuesOf', 'NodeListOf', 'widthOfString'],
  ...['toBeInstanceOf', 'toBeTypeOf', 'toBeOneOf', 'allOf', 'anyOf', 'oneOf', 'relativeOffsetOfLocalHeader'],
  ...['outOfCatalog', 'outOfOrder'],
  'Visitor', // Names from oxc-parser.
  'tells', // A field of the sandbox's frozen control API.
  ...['allSettled', 'settledAt'], // A column, and the name of a promise's state.
  ...['settled', 'settlements', 'settlementMinor'], // A placeholder of texts, and a field of YooKassa.
  ...['settle', 'SETTLE_MS'], // Promises of the SDK.
  ...['appsecret_proof', 'appSecretProof', 'checkAppSecretProof', 'createAppSecretProof'], // Facebook's parameter.
  ...['usedProofs', 'secondFactor', 'secondFactors', 'PROOF_REQUIRED'], // Tables, stored values and a refusal.
  ...['signIn', 'signInFirst'], // The public SDK.
])

/** The SDK's documentation and migrations, which are published. */
export const hasFrozenComments = (path: string) =>
  path.startsWith('packages/game-sdk/') || path.startsWith('apps/server/src/migrations/')

/** Growing lists, one file per entry. They may be long. */
export const isList = (path: string) => path.startsWith('apps/server/src/migrations/')
export const maxFilesPerFolder = 20
