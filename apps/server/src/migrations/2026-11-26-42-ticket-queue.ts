import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Ticket numbers, assignees, tags, notes, drafts and saved replies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addTicketColumns(db)
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  for (const statement of isSqlite ? sqliteNumbers : postgresNumbers) await sql.raw(statement).execute(db)
  await db.schema.createIndex('tickets_by_number').unique().on('tickets').column('number').execute()
  await createIndexes(db)
  await createNotes(db)
  await createTags(db)
  await createDrafts(db)
  await createSavedReplies(db)
}

async function addTicketColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tickets').addColumn('number', 'integer').execute()
  await db.schema.alterTable('tickets').addColumn('assignee_id', 'text').execute()
  await db.schema
    .alterTable('tickets')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('tickets').addColumn('edited_by', 'text').execute()
  await db.schema.alterTable('tickets').addColumn('edited_at', 'bigint').execute()
  await db.schema.alterTable('ticket_messages').addColumn('operator_id', 'text').execute()
  await db.schema.alterTable('ticket_messages').addColumn('operator', 'text').execute()
}

const numberExisting = `update tickets set number =
  (select numbered.number from (select id, row_number() over (order by id) as number from tickets) as numbered
   where numbered.id = tickets.id)`

/** The database numbers tickets, so hubs of an older version number theirs too. Numbers are not reused. */
const postgresNumbers = [
  numberExisting,
  'create sequence ticket_numbers as integer',
  `select setval('ticket_numbers', (select coalesce(max(number), 0) + 1 from tickets), false)`,
  `alter table tickets alter column number set default nextval('ticket_numbers')`,
]

const sqliteNumbers = [
  numberExisting,
  'create table ticket_numbers (latest integer not null)',
  'insert into ticket_numbers select coalesce(max(number), 0) from tickets',
  `create trigger tickets_numbered after insert on tickets when new.number is null begin
    update ticket_numbers set latest = latest + 1;
    update tickets set number = (select latest from ticket_numbers) where id = new.id;
  end`,
]

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('tickets_of_project')
    .on('tickets')
    .columns(['project', 'state', 'updated_at', 'id'])
    .execute()
  await db.schema
    .createIndex('tickets_of_assignee')
    .on('tickets')
    .columns(['assignee_id', 'state', 'updated_at'])
    .execute()
  await db.schema.createIndex('tickets_by_update').on('tickets').columns(['updated_at', 'id']).execute()
}

async function createNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ticket_notes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('ticket_id', 'text', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('operator_id', 'text')
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('ticket_notes_of_ticket')
    .on('ticket_notes')
    .columns(['ticket_id', 'id'])
    .execute()
}

async function createTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ticket_tags')
    .addColumn('ticket_id', 'text', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('tag', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('ticket_tags_key', ['ticket_id', 'tag'])
    .execute()
  await db.schema.createIndex('ticket_tags_by_tag').on('ticket_tags').columns(['tag', 'ticket_id']).execute()
}

async function createDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ticket_drafts')
    .addColumn('ticket_id', 'text', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ticket_drafts_key', ['ticket_id', 'operator_id'])
    .execute()
}

async function createSavedReplies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('saved_replies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('changed_by', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute()
}
