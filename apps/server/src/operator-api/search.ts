import {
  listPermittedProjects,
  type Permission,
  type SearchHit,
  searchKinds,
} from '@playhub/contract/operator'
import { listPlayers } from '../accounts/operator/player-list.ts'
import { findPaymentRecords, type PaymentRecordKind } from '../payments/operator/find-payment-records.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { listTickets, parseTicketNumber } from '../support/operator/ticket-queue.ts'
import type { OperatorApi, Scope } from './frame/operator-api.ts'
import { toProjects } from './frame/scope.ts'

type Deps = { db: Db; clock: Clock }
type Kind = SearchHit['kind']

const maxHits = 5

const permissionByKind: Record<Kind, Permission> = {
  order: 'orders.read',
  player: 'players.read',
  ticket: 'tickets.read',
  receipt: 'orders.read',
  webhook: 'webhooks.read',
  refund: 'orders.read',
  dispute: 'disputes.read',
}

/** Finds whatever one text names: an id, number, email or part of a player's name. */
export function registerSearchRoutes(api: OperatorApi, deps: Deps): void {
  api.handle('GET /search', async ({ query: { q }, login: { grants, operator } }) => {
    const scopes = new Map(
      searchKinds.map((kind) => [kind, listPermittedProjects(grants, permissionByKind[kind])]),
    )
    const hiddenKinds = searchKinds.filter((kind) => scopes.get(kind)?.length === 0)
    const visible = searchKinds.filter((kind) => !hiddenKinds.includes(kind))
    const personal = listPermittedProjects(grants, 'personal')
    const hits = await Promise.all(
      visible.map((kind) =>
        find(deps, kind, q, { scope: scopes.get(kind) ?? [], personal, language: operator.language }),
      ),
    )
    return { data: { result: { hits: hits.flat(), hiddenKinds } } }
  })
}

type Rights = { scope: Scope; personal: Scope; language: string }

function find(deps: Deps, kind: Kind, text: string, rights: Rights): Promise<SearchHit[]> {
  if (kind === 'player') return findPlayers(deps, text, rights)
  if (kind === 'ticket') return findTickets(deps, text, rights)
  return findRecords(deps, kind, text, rights)
}

const showsPersonal = ({ scope, personal }: Rights) =>
  personal === '*' || (scope !== '*' && scope.every((project) => personal.includes(project)))

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function findPlayers({ db, clock }: Deps, q: string, rights: Rights): Promise<SearchHit[]> {
  const projects = toProjects(rights.scope)
  const seesPersonal = showsPersonal(rights)
  // An id or email is looked up exactly, without a search for parts.
  const findsParts = seesPersonal && !q.includes('@') && !uuid.test(q)
  const filter = { q, projects, findsParts }
  const { rows } = await listPlayers(db, filter, { limit: maxHits, now: clock.now() })
  return rows.map(({ id, nickName, email }) => ({
    ...{ kind: 'player', id, title: seesPersonal ? nickName : id, href: `players/${id}` },
    subtitle: email ?? '',
  }))
}

async function findTickets({ db }: Deps, q: string, rights: Rights): Promise<SearchHit[]> {
  const seesPersonal = showsPersonal(rights)
  if (!seesPersonal && parseTicketNumber(q) === undefined && !uuid.test(q)) return []
  const filter = { q, projects: toProjects(rights.scope), findsText: seesPersonal }
  const { rows } = await listTickets(db, filter, { limit: maxHits })
  return rows.map(({ id, number, excerpt }) => ({
    ...{
      kind: 'ticket',
      id,
      title: `#${number}`,
      subtitle: seesPersonal ? excerpt : '',
      href: `tickets/${id}`,
    },
  }))
}

async function findRecords(
  { db }: Deps,
  kind: PaymentRecordKind,
  text: string,
  { scope, language }: Rights,
): Promise<SearchHit[]> {
  const page = { projects: toProjects(scope), limit: maxHits, language }
  const records = await findPaymentRecords(db, kind, { text, ...page })
  return records.map(({ id, orderId, project, title, detail }) => ({
    ...{ kind, id, title, subtitle: `${project} · ${detail}` },
    href: kind === 'webhook' ? `webhooks/${id}` : `orders/${orderId}`,
  }))
}
