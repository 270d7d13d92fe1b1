import { operatorRoles, permissions, rolesByPermission } from '@playhub/contract/operator'
import { generatedNote, table } from './json-schema.ts'

/** A role's rights; a condition is added where the table alone would mislead. */
const notes: Partial<Record<(typeof permissions)[number], string>> = {
  personal:
    'sees names, emails, phones, IPs and what people wrote; everybody else sees `A•••`, `a•••@m•••.ru`, `•••`',
  'players.note': 'notes are read by the staff of the projects of their author, and by those of all',
  'orders.refund':
    'support up to `console.refundLimits` of `hub.yaml` for one order, and `console.refundLimitsPerDay` on one day',
  'orders.decide':
    'what support gives away counts towards the same limits; at most `console.limits.grantsPerDay` items on one day',
  'audit.read': 'the whole log; what concerns one order or player is on its page',
}

const introduction = `# The console

${generatedNote}

Support answers, refunds and explains; an owner sees sales and who did what; a game team sees its webhooks: in a browser, at
\`CONSOLE_URL\` or \`PUBLIC_URL/console\`.

| | |
| --- | --- |
| ![The home page: what needs a person now, and the sales](../pictures/console-home.jpg) | ![An order that did not arrive: who must act, and what happened](../pictures/console-order.jpg) |

## The first owner

\`\`\`sh
npm run hub -- operators add anna@example.org --role owner
\`\`\`

prints a link and mails another one; each works once, within 24 hours. It asks for a password of 12 characters or more, then for an
authenticator app or a passkey, and shows ten recovery codes. Nobody is logged in before that. Until the first owner is added, the console
and its API answer 404. Owners invite others in the console, or with the same command.

The sandbox has an owner: \`npm start\` prints email, password and the secret for an authenticator app.

## Where it is served

- **A host of its own** is recommended: \`CONSOLE_URL=https://console.example.org\`, with the proxy sending that host to the hub too. Players'
  pages are not served there, so a script in one of them has another origin than the console.
- **Without it** the console is at \`PUBLIC_URL/console\`. A fault in a player's page would then be a fault in the console's origin.
- \`CONSOLE_NETWORKS\` limits it to networks; for all others it does not exist.
- \`npm run hub -- doctor\` checks that the address reaches the hub, that an owner is active and has a two-factor method, and that the allowed
  networks are some that operators have logged in from.

## Who logs in, and for how long

A session ends after 60 minutes without use and after 12 hours at most. Suspending an operator or changing roles acts on the next call, on
every hub. Five wrong passwords for an email from one network stop passwords from there for an hour; passkeys always work. Refunds, grants, keys, roles
and two-factor changes ask for a code or a passkey again when the last one is older than ten minutes.

Under _My account_ an operator adds a passkey beside the app, replaces the app, or removes what is lost; one of them stays.

An operator who has lost the app logs in with a recovery code, or an owner resets the two-factor method: in the console, or with
\`npm run hub -- operators reset-two-factor <email>\`. The last owner cannot be suspended or lose the role.

An operator gets an email when they log in with a browser or from a network that they have not used before, when their roles change, and
when their password or two-factor method does. All other owners get an email about changed roles,
passwords and two-factor methods too.

## Roles

A role is given for one project or for all; roles add up. What lies outside a role's projects does not exist for it.
`

const tasks = `
![A ticket, with the player and the order beside it](../pictures/console-ticket.jpg)

## Ten tasks and their clicks

From the home page, for an owner. Typing and Enter in a field are not counted. To rotate a key, create a new one, and revoke the one before
it when the game server uses the new one.

${table(
  ['task', 'how', 'clicks'],
  [
    ['find a player by part of an email', 'search (`Ctrl+K` or `/`), the player', '1'],
    ['explain why an item did not arrive', 'search, the order: its first sentence says it', '1'],
    ['refund a part', 'search, the order, _Refund_, _Send refund_', '3'],
    ['ban for seven days', 'search, the player, _Ban_, _Ban_', '3'],
    [
      'answer a ticket',
      'the card on the home page, the first row (`r` begins the answer), _Answer and close_',
      '3',
    ],
    ["read yesterday's sales by item", '_Finance_, _Yesterday_', '2'],
    ['reconcile a payment that hangs', 'the card on the home page, the order, _Reconcile_, _Reconcile_', '4'],
    [
      'resend webhooks after an outage',
      'the card on the home page, _Overview_, _Count and resend_, _Resend_',
      '4',
    ],
    ['export a month for accounting', '_Finance_, _Download the month_: the last one is chosen', '2'],
    ['see who changed an order', 'search, the order: its last section', '1'],
    [
      'create a key for a game server',
      '_Game servers_, the game, _Keys_, _Create a key_, _Create a key_',
      '5',
    ],
    ['revoke the key before it', '_Game servers_, the game, _Keys_, _Revoke_, _Revoke_', '5'],
  ],
)}

## Insights

The area _Insights_ shows who plays and pays, for one game or for all that the operator may see, a minute after it happened: five figures with
their change against as many days before, each day with new versions and offers marked, the way from the page to a payment, retention, and what
plays are made of: sources, devices, languages, versions. With fewer than 30 plays nothing is compared, and with fewer than 20 new players
nobody's return is a percentage. Roles without \`finance.read\` see orders instead of sums. Each table is downloaded as CSV with \`lists.export\`.

_New versions_ compares the version that players get with the one before it. One that is worse by more than chance is on the home page, too, with
_Roll back_ for those who may publish (\`builds.publish\`). [What is counted](insights.md), and what is not, is on a page of its own.

Under _My account_ an operator switches on an email with five figures of their games, which comes on Mondays.

## Refunds

\`console.refundLimits\` of \`hub.yaml\` bounds what operators with the role support give away for one order: all refunds of staff that have not failed,
and items given without payment. \`console.refundLimitsPerDay\` bounds one operator's day in the publisher's time zone. Money in another currency uses up
the same share of its limit. A shell that names an operator by \`--by\` has that operator's limits. \`doctor\` says when there are none.

With \`console.refundHoldMinutes\` a refund is sent some minutes later. The order and the list of refunds show until when it is held, with _Undo_.

Lists and months are downloaded as CSV: [exports](exports.md) explains each column.

## Shortcuts

\`?\` lists them. They follow the key's place, so they work in a Russian layout: \`/\` or \`Ctrl+K\` searches, \`g\` and a letter opens an area,
\`j\` and \`k\` move in a list, \`Enter\` opens a row. On a ticket \`r\` begins an answer, \`n\` a note, and \`j\` opens the next ticket of
the list.

## Scripts

The console's API is \`/api/operator/v1\`; what it does can be done by \`npm run hub\` as well, each command with \`--json\`.
`

/** `docs/operate/console.md`: the roles table is the permission table of the contract. */
export function consolePage(): string {
  const rows = permissions.map((permission) => {
    const roles: readonly string[] = rolesByPermission[permission]
    return [
      `\`${permission}\``,
      ...operatorRoles.map((role) => (roles.includes(role) ? '●' : '–')),
      notes[permission] ?? '',
    ]
  })
  return `${introduction}\n${table(['permission', ...operatorRoles, ''], rows)}\n${tasks}`
}
