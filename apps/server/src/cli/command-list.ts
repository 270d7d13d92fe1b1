import { type Command, define } from './command.ts'

const why = ['by', 'reason'] as const

/** Commands that repeat no call of the operator API, by name. Each is imported when it runs. */
export const commandList: Record<string, Command> = {
  refund: define({
    readsContent: true,
    arguments: ['payment', '[amount]'],
    options: { key: '<key>' },
    needs: ['reason'],
    purpose: 'refund a payment, or a part of it; a repeated --key refunds nothing more',
    load: async () => (await import('./orders/refund.ts')).refundPayment,
  }),
  sales: define({
    readsContent: true,
    options: {
      from: '<day>',
      to: '<day>',
      zone: '<Europe/Moscow>',
      project: '<project>',
      item: '<item>',
      items: '',
      countries: '',
      csv: '',
    },
    purpose:
      'sum sales and refunds by day, project, provider and currency, with --items by item and --countries by country; default: 30 days in UTC',
    load: async () => (await import('./orders/sales.ts')).showSales,
  }),
  'payments report': define({
    purpose: 'show what reconciliation found and what disagrees',
    load: async () => (await import('./payments-report.ts')).reportPayments,
  }),

  'keys rotate': define({
    needs: [],
    purpose: 'sign login and game tokens with new keys; tokens of the old ones live out',
    load: async () => (await import('./rotate-keys.ts')).rotateKeys,
  }),

  'games publish': define({
    readsContent: true,
    arguments: ['project', 'folder or zip'],
    options: { label: '<v1.2>', 'no-activate': '' },
    needs: [],
    purpose: 'check a folder or zip and give it to players, or with --no-activate only store it',
    load: async () => (await import('./games/publish.ts')).publishGame,
  }),
  'games preview': define({
    readsContent: true,
    arguments: ['project', 'number'],
    purpose: 'show where to try a build before players get it',
    load: async () => (await import('./games/preview.ts')).preview,
  }),
  'games accept-storage': define({
    needs: [],
    purpose: 'let hubs start with the configured folder or bucket although files of builds are missing there',
    load: async () => (await import('./games/accept-storage.ts')).acceptStorage,
  }),

  'operators add': define({
    readsContent: true,
    arguments: ['email'],
    options: { role: '<role>…', project: '<project>…', name: '<name>', language: '<ru|en>' },
    needs: [],
    purpose: 'invite somebody to the operator console; prints and mails the link to set up access',
    load: async () => (await import('./operators/operators.ts')).add,
  }),
  'operators roles': define({
    readsContent: true,
    arguments: ['email'],
    options: { role: '<role>…', project: '<project>…' },
    needs: why,
    purpose: 'replace the roles of an operator',
    load: async () => (await import('./operators/operators.ts')).setRoles,
  }),

  'content check': define({
    readsContent: true,
    options: { market: '<ru|eu|us>' },
    purpose: 'check the content for errors and missing details, with --market also for what its law asks for',
    load: async () => (await import('./content/content-check.ts')).checkContent,
  }),
  'content import': define({
    arguments: ['folder'],
    needs: [],
    purpose: 'take a folder into the database, where the console edits the content from then on',
    load: async () => (await import('./content/move-content.ts')).importContent,
  }),
  'content export': define({
    readsContent: true,
    arguments: ['folder'],
    purpose: 'copy the content in use into a new folder',
    load: async () => (await import('./content/move-content.ts')).exportContent,
  }),
  'projects create': define({
    readsContent: true,
    arguments: ['id'],
    options: { name: '<name>', 'frame-url': '<url>' },
    purpose: 'write the content of a new project, which needs a name and a build or an address',
    load: async () => (await import('./content/create-project.ts')).createProject,
  }),
  doctor: define({
    readsContent: true,
    purpose: 'check database, content, mail, providers, public URL, clock, disk and permissions',
    load: async () => (await import('./doctor.ts')).checkEverything,
  }),
  'doctor providers': define({
    readsContent: true,
    options: { fix: '' },
    purpose:
      'call each payment and login provider once, and say what is wrong; --fix registers the hosts of the hub at Stripe',
    load: async () => (await import('./doctor.ts')).checkProviders,
  }),

  backup: define({
    readsContent: true,
    arguments: ['file'],
    options: { recipient: '<age key>…' },
    purpose:
      'copy builds, content and the SQLite database, encrypted for the recipients; the hub may be running',
    load: async () => (await import('./hub-data/backup.ts')).backUp,
  }),
  'backup verify': define({
    arguments: ['file'],
    options: { identity: '<key file>' },
    purpose: 'read a whole backup and report what is wrong with it',
    load: async () => (await import('./hub-data/backup.ts')).verifyBackup,
  }),
  'backup restore': define({
    arguments: ['file'],
    options: { identity: '<key file>' },
    purpose: 'put what a backup has into an empty DATA_DIR, the storage of builds and a new CONTENT_DIR',
    load: async () => (await import('./hub-data/backup.ts')).restore,
  }),
  'backup decrypt': define({
    arguments: ['file', 'new file'],
    options: { identity: '<key file>' },
    purpose: 'decrypt an encrypted backup',
    load: async () => (await import('./hub-data/backup.ts')).decryptBackup,
  }),
  'backup prune': define({
    arguments: ['folder'],
    options: { keep: '<count>' },
    purpose: 'delete all but the newest backups of a folder',
    load: async () => (await import('./hub-data/backup.ts')).pruneBackups,
  }),
  'import-sqlite': define({
    arguments: ['file'],
    purpose: 'move a stopped hub from SQLite into the empty PostgreSQL database of DATABASE_URL',
    load: async () => (await import('./hub-data/import-sqlite.ts')).importHub,
  }),
}
