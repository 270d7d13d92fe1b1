import { type Command, define } from './command.ts'

const why = ['by', 'reason'] as const

/** Keyed by name. Each command is registered here and imported when it runs. */
export const commandList: Record<string, Command> = {
  'players find': define({
    arguments: ['text'],
    purpose: 'find players by id or a part of their email, name or identity',
    load: async () => (await import('./players/players.ts')).searchPlayers,
  }),
  'players show': define({
    arguments: ['player'],
    purpose: 'show a player with identities, login sessions and ban; a player is an id or an email',
    load: async () => (await import('./players/players.ts')).showPlayer,
  }),
  'players ban': define({
    arguments: ['player'],
    options: { for: '<30d>', until: '<day>' },
    needs: why,
    purpose:
      'end the login sessions of a player and refuse to log in, play and order, for a time or for ever',
    load: async () => (await import('./players/bans.ts')).ban,
  }),
  'players unban': define({
    arguments: ['player'],
    needs: why,
    purpose: 'lift a ban',
    load: async () => (await import('./players/bans.ts')).unban,
  }),
  'players end-sessions': define({
    arguments: ['player'],
    needs: why,
    purpose: 'log a player out everywhere',
    load: async () => (await import('./players/players.ts')).endSessions,
  }),
  'players remove-second-factor': define({
    arguments: ['player'],
    needs: why,
    purpose: 'let a player who lost the authenticator app log in by password alone',
    load: async () => (await import('./players/players.ts')).removeFactor,
  }),
  'players export': define({
    arguments: ['player'],
    needs: why,
    purpose: 'print everything stored about a player, as JSON',
    load: async () => (await import('./players/players.ts')).exportData,
  }),
  'players delete': define({
    arguments: ['player'],
    options: { now: '' },
    needs: why,
    purpose: 'delete an account in 14 days, or at once',
    load: async () => (await import('./players/players.ts')).deleteAccount,
  }),
  'players undo-delete': define({
    arguments: ['player'],
    needs: why,
    purpose: 'keep an account that would be deleted',
    load: async () => (await import('./players/notes.ts')).undoDelete,
  }),
  'players note': define({
    arguments: ['player', 'text…'],
    needs: [],
    purpose: 'add a note about a player that only staff see',
    load: async () => (await import('./players/notes.ts')).note,
  }),
  'players notes': define({
    arguments: ['player'],
    purpose: 'show the notes about a player',
    load: async () => (await import('./players/notes.ts')).notes,
  }),
  'saves list': define({
    arguments: ['player', '[project]'],
    purpose: 'list the saves of a player with the versions that can be restored',
    load: async () => (await import('./players/saves.ts')).listSaves,
  }),
  'saves restore': define({
    arguments: ['player', 'project', 'key', 'version'],
    needs: ['reason'],
    purpose: 'make a kept version of a save the current one',
    load: async () => (await import('./players/saves.ts')).restore,
  }),

  'orders find': define({
    arguments: ['text'],
    purpose: "find orders by payment id, a provider's payment id, receipt number, player id or email",
    load: async () => (await import('./orders/orders.ts')).searchOrders,
  }),
  'orders pending': define({
    options: { project: '<project>' },
    purpose: 'list the orders whose payment is under way, the oldest first',
    load: async () => (await import('./orders/orders.ts')).showPendingOrders,
  }),
  'orders list': define({
    options: {
      project: '<project>…',
      state: '<state>…',
      item: '<item>',
      player: '<player id>',
      cursor: '<payment>',
    },
    purpose: 'list orders by their state in words, the newest first',
    load: async () => (await import('./orders/order-list.ts')).showOrders,
  }),
  'orders explain': define({
    arguments: ['payment'],
    purpose: 'explain in one sentence what happened to an order, and who must act',
    load: async () => (await import('./orders/order-list.ts')).explain,
  }),
  'orders show': define({
    arguments: ['payment'],
    purpose: "show an order with its timeline; a payment is its id, the provider's id or a receipt number",
    load: async () => (await import('./orders/orders.ts')).showOrder,
  }),
  'orders reconcile': define({
    arguments: ['payment'],
    needs: why,
    purpose: 'compare an order with its provider',
    load: async () => (await import('./orders/orders.ts')).reconcile,
  }),
  'orders grant': define({
    arguments: ['payment'],
    needs: why,
    purpose: 'give the player the item of an order, paid or not',
    load: async () => (await import('./orders/orders.ts')).grantOrder,
  }),
  'orders revoke': define({
    arguments: ['payment'],
    needs: why,
    purpose: 'take the item of an order back without a refund',
    load: async () => (await import('./orders/orders.ts')).revokeOrder,
  }),
  refund: define({
    arguments: ['payment', '[amount]'],
    options: { key: '<key>' },
    needs: ['reason'],
    purpose: 'refund a payment, or a part of it; a repeated --key refunds nothing more',
    load: async () => (await import('./orders/refund.ts')).refundPayment,
  }),
  'refund retry': define({
    arguments: ['refundId'],
    needs: [],
    purpose: 'retry a failed refund',
    load: async () => (await import('./orders/refund.ts')).retryFailedRefund,
  }),
  disputes: define({
    arguments: ['[all]'],
    purpose: 'list the open disputes, or all of them',
    load: async () => (await import('./orders/disputes.ts')).listOpenOrAllDisputes,
  }),
  sales: define({
    options: {
      from: '<day>',
      to: '<day>',
      zone: '<Europe/Moscow>',
      project: '<project>',
      item: '<item>',
      items: '',
      csv: '',
    },
    purpose:
      'sum sales and refunds by day, project, provider and currency, with --items by item; default: 30 days in UTC',
    load: async () => (await import('./orders/sales.ts')).showSales,
  }),
  'payments report': define({
    purpose: 'show what reconciliation settled and what disagrees',
    load: async () => (await import('./payments-report.ts')).reportPayments,
  }),

  'tickets list': define({
    arguments: ['[all]'],
    options: { project: '<project>', state: '<open|answered|closed>' },
    purpose: 'list the tickets that wait for an answer, or others',
    load: async () => (await import('./tickets.ts')).listTickets,
  }),
  'tickets show': define({
    arguments: ['id'],
    purpose: 'show the messages of a ticket and the timeline of its order',
    load: async () => (await import('./tickets.ts')).showTicket,
  }),
  'tickets answer': define({
    arguments: ['id', 'text…'],
    needs: [],
    purpose: 'answer the player, in the ticket and by email',
    load: async () => (await import('./tickets.ts')).answerTicket,
  }),
  'tickets close': define({
    arguments: ['id'],
    needs: [],
    purpose: 'close a ticket and inform the player by email',
    load: async () => (await import('./tickets.ts')).shutTicket,
  }),
  'tickets note': define({
    arguments: ['id', 'text…'],
    needs: [],
    purpose: 'add a note to a ticket that only staff see',
    load: async () => (await import('./ticket-work.ts')).noteTicket,
  }),
  'tickets assign': define({
    arguments: ['id', '[operator]'],
    needs: [],
    purpose: 'assign a ticket to the operator with this email, or free it',
    load: async () => (await import('./ticket-work.ts')).assign,
  }),

  'webhooks waiting': define({
    purpose: 'list the webhooks that wait or fail now',
    load: async () => (await import('./game-servers/webhooks.ts')).showWaitingWebhooks,
  }),
  'webhooks dead': define({
    purpose: 'list the webhooks whose retries are exhausted',
    load: async () => (await import('./game-servers/webhooks.ts')).showDeadWebhooks,
  }),
  'webhooks show': define({
    arguments: ['id'],
    purpose: 'show a webhook with its body',
    load: async () => (await import('./game-servers/webhooks.ts')).showWebhook,
  }),
  'webhooks ping': define({
    arguments: ['project'],
    purpose: "send a test webhook to a project's game server and show its answer",
    load: async () => (await import('./game-servers/webhooks.ts')).pingProject,
  }),
  'webhooks resend': define({
    arguments: ['id'],
    needs: [],
    purpose: 'send a webhook again with the same id',
    load: async () => (await import('./game-servers/webhooks.ts')).resendOne,
  }),
  'webhooks resend-all': define({
    arguments: ['project'],
    options: { 'dry-run': '' },
    needs: [],
    purpose: 'send all dead and waiting webhooks of a project again, or only count them',
    load: async () => (await import('./game-servers/webhooks.ts')).resendAll,
  }),
  'webhooks deliveries': define({
    arguments: ['project'],
    options: { failed: '' },
    purpose: 'list the newest deliveries to a project, of the last 30 days',
    load: async () => (await import('./game-servers/deliveries.ts')).showDeliveries,
  }),
  'webhooks pause': define({
    arguments: ['project'],
    needs: why,
    purpose: 'queue the webhooks of a project instead of sending them',
    load: async () => (await import('./game-servers/deliveries.ts')).pauseProject,
  }),
  'webhooks resume': define({
    arguments: ['project'],
    needs: why,
    purpose: 'send what was queued for a project',
    load: async () => (await import('./game-servers/deliveries.ts')).resumeProject,
  }),

  'keys create': define({
    arguments: ['project'],
    options: { name: '<name>', expires: '<day>', scope: '<server|builds>' },
    needs: [],
    purpose:
      "create a key for a project's game server, or with --scope builds for publishing, and show it once",
    load: async () => (await import('./keys.ts')).createKey,
  }),
  'keys list': define({
    arguments: ['project'],
    purpose: 'list the keys of a project',
    load: async () => (await import('./keys.ts')).listKeys,
  }),
  'keys revoke': define({
    arguments: ['id'],
    needs: [],
    purpose: 'revoke a key',
    load: async () => (await import('./keys.ts')).revokeKey,
  }),
  'keys rotate': define({
    needs: [],
    purpose: 'sign login and game tokens with new keys; tokens of the old ones live out',
    load: async () => (await import('./keys.ts')).rotateKeys,
  }),

  'scores list': define({
    arguments: ['project', 'leaderboard'],
    options: { period: '<weekly>' },
    purpose: 'list the first scores of a leaderboard, reported names before them',
    load: async () => (await import('./scores/scores.ts')).listScores,
  }),
  'scores hide': define({
    arguments: ['project', 'leaderboard', 'player'],
    needs: why,
    purpose: 'take a player off a leaderboard; the player still sees the own score',
    load: async () => (await import('./scores/scores.ts')).hide,
  }),
  'scores show': define({
    arguments: ['project', 'leaderboard', 'player'],
    needs: why,
    purpose: 'put a hidden player back on a leaderboard',
    load: async () => (await import('./scores/scores.ts')).show,
  }),

  'games publish': define({
    arguments: ['project', 'folder or zip'],
    options: { label: '<v1.2>', 'no-activate': '' },
    needs: [],
    purpose: 'check a folder or zip and give it to players, or with --no-activate only store it',
    load: async () => (await import('./games/publish.ts')).publishGame,
  }),
  'games versions': define({
    arguments: ['project'],
    purpose: 'list the builds of a project, which of them players get and their errors',
    load: async () => (await import('./games/versions.ts')).showVersions,
  }),
  'games activate': define({
    arguments: ['project', 'number'],
    needs: [],
    purpose: 'give players this build, at once',
    load: async () => (await import('./games/versions.ts')).activate,
  }),
  'games rollback': define({
    arguments: ['project'],
    needs: [],
    purpose: 'give players the build that they had before',
    load: async () => (await import('./games/versions.ts')).rollBack,
  }),
  'games preview': define({
    arguments: ['project', 'number'],
    purpose: 'show where to try a build before players get it',
    load: async () => (await import('./games/versions.ts')).preview,
  }),
  'games remove': define({
    arguments: ['project', 'number'],
    needs: [],
    purpose: 'delete a build that players do not get',
    load: async () => (await import('./games/versions.ts')).remove,
  }),
  'games accept-storage': define({
    needs: [],
    purpose: 'let hubs start with the configured folder or bucket although files of builds are missing there',
    load: async () => (await import('./games/accept-storage.ts')).acceptStorage,
  }),

  'operators add': define({
    arguments: ['email'],
    options: { role: '<role>…', project: '<project>…', name: '<name>', language: '<ru|en>' },
    needs: [],
    purpose: 'invite somebody to the operator console; prints and mails the link to set up access',
    load: async () => (await import('./operators/operators.ts')).add,
  }),
  'operators list': define({
    purpose: 'list the operators with roles and second factors',
    load: async () => (await import('./operators/operators.ts')).list,
  }),
  'operators roles': define({
    arguments: ['email'],
    options: { role: '<role>…', project: '<project>…' },
    needs: why,
    purpose: 'replace the roles of an operator',
    load: async () => (await import('./operators/operators.ts')).setRoles,
  }),
  'operators suspend': define({
    arguments: ['email'],
    needs: why,
    purpose: 'log an operator out everywhere and refuse to log them in',
    load: async () => (await import('./operators/operators.ts')).suspend,
  }),
  'operators activate': define({
    arguments: ['email'],
    needs: why,
    purpose: 'lift the suspension of an operator',
    load: async () => (await import('./operators/operators.ts')).activate,
  }),
  'operators reset-two-factor': define({
    arguments: ['email'],
    needs: why,
    purpose: 'delete the lost second factor of an operator and print and mail a link to add a new one',
    load: async () => (await import('./operators/operators.ts')).resetFactor,
  }),
  'operators link': define({
    arguments: ['email'],
    needs: [],
    purpose: 'print and mail a new link to set up access, also for a forgotten password',
    load: async () => (await import('./operators/operators.ts')).sendLink,
  }),

  audit: define({
    options: { subject: '<id>', operator: '<name>', before: '<id>' },
    purpose: 'list the changes by operators and of prices, newest first',
    load: async () => (await import('./audit.ts')).showAuditLog,
  }),
  'content check': define({
    purpose: 'check the content for mistakes and missing details',
    load: async () => (await import('./content/content-check.ts')).checkContent,
  }),
  'projects create': define({
    arguments: ['id'],
    options: { name: '<name>', 'frame-url': '<url>' },
    purpose: 'write the content of a new project, which needs a name and a build or an address',
    load: async () => (await import('./content/create-project.ts')).createProject,
  }),
  doctor: define({
    purpose: 'check database, content, mail, companies, public URL, clock, disk and permissions',
    load: async () => (await import('./doctor/doctor.ts')).checkEverything,
  }),
  'doctor providers': define({
    purpose: 'call each payment and login company once, and say what is wrong',
    load: async () => (await import('./doctor/doctor.ts')).checkProviders,
  }),
  jobs: define({
    purpose: 'count the jobs and list the dead ones',
    load: async () => (await import('./jobs.ts')).listJobs,
  }),
  'jobs retry': define({
    arguments: ['id'],
    needs: [],
    purpose: 'run a dead job again',
    load: async () => (await import('./jobs.ts')).retryJob,
  }),

  backup: define({
    arguments: ['file'],
    options: { recipient: '<age key>…' },
    purpose:
      'copy builds, content and the SQLite database, encrypted for the recipients; the hub may be running',
    load: async () => (await import('./backup/backup.ts')).backUp,
  }),
  'backup verify': define({
    arguments: ['file'],
    options: { identity: '<key file>' },
    purpose: 'read a whole backup and report what is wrong with it',
    load: async () => (await import('./backup/verify.ts')).verifyBackup,
  }),
  'backup restore': define({
    arguments: ['file'],
    options: { identity: '<key file>' },
    purpose: 'put what a backup has into an empty DATA_DIR, the storage of builds and a new CONTENT_DIR',
    load: async () => (await import('./backup/restore.ts')).restoreBackup,
  }),
  'backup decrypt': define({
    arguments: ['file', 'new file'],
    options: { identity: '<key file>' },
    purpose: 'decrypt an encrypted backup',
    load: async () => (await import('./backup/backup.ts')).decryptBackup,
  }),
  'backup prune': define({
    arguments: ['folder'],
    options: { keep: '<count>' },
    purpose: 'delete all but the newest backups of a folder',
    load: async () => (await import('./backup/prune.ts')).pruneBackups,
  }),
  'import-sqlite': define({
    arguments: ['file'],
    purpose: 'move a stopped hub from SQLite into the empty PostgreSQL database of DATABASE_URL',
    load: async () => (await import('./import/import-sqlite.ts')).importSqlite,
  }),
}
