import type { Permission } from '@playhub/contract/operator'
import {
  Activity,
  ChartColumn,
  ChartLine,
  FilePen,
  House,
  type LucideIcon,
  MessageSquareText,
  ReceiptText,
  ScrollText,
  Server,
  ShieldAlert,
  TicketPercent,
  Trophy,
  UserCog,
  Users,
} from 'lucide-react'
import type common from '../../i18n/en/common.json'
import type { Me } from '../lib/me.ts'

export type Area = {
  name: keyof (typeof common)['area']
  path: string
  Icon: LucideIcon
  permission: Permission
  /** The second key after `g`. */
  key?: string
}

const areas: readonly Area[] = [
  { name: 'home', path: '/', Icon: House, permission: 'home.read', key: 'KeyH' },
  { name: 'orders', path: '/orders', Icon: ReceiptText, permission: 'orders.read', key: 'KeyO' },
  { name: 'players', path: '/players', Icon: Users, permission: 'players.read', key: 'KeyP' },
  { name: 'tickets', path: '/tickets', Icon: MessageSquareText, permission: 'tickets.read', key: 'KeyT' },
  { name: 'gameServers', path: '/game-servers', Icon: Server, permission: 'webhooks.read', key: 'KeyW' },
  { name: 'leaderboards', path: '/leaderboards', Icon: Trophy, permission: 'scores.read' },
  { name: 'content', path: '/content', Icon: FilePen, permission: 'content.read', key: 'KeyC' },
  { name: 'offers', path: '/offers', Icon: TicketPercent, permission: 'offers.read' },
  { name: 'insights', path: '/insights', Icon: ChartLine, permission: 'insights.read', key: 'KeyI' },
  { name: 'finance', path: '/finance', Icon: ChartColumn, permission: 'finance.read', key: 'KeyF' },
  { name: 'disputes', path: '/disputes', Icon: ShieldAlert, permission: 'disputes.read' },
  { name: 'operations', path: '/operations', Icon: Activity, permission: 'operations.read' },
  { name: 'audit', path: '/audit', Icon: ScrollText, permission: 'audit.read', key: 'KeyA' },
  { name: 'operators', path: '/operators', Icon: UserCog, permission: 'operators.manage' },
]

/** Areas the operator may open. */
export const listAreas = (me: Me): Area[] => areas.filter(({ permission }) => me.can(permission))

/** Shown in the bottom bar; the others are behind "More". */
export const barAreas: readonly Area['name'][] = ['home', 'orders', 'tickets', 'players']
