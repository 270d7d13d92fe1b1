/**
 * Connects a game to the Playhub that shows it.
 *
 * ```ts
 * const hub = await connect()
 * const outcome = await hub.purchase({ itemId: 'gems-100' })
 * ```
 * @module
 */
export type {
  BreakKind,
  BreakResult,
  BridgeErrorCode,
  Capability,
  CatalogItem,
  ConsumeResult,
  GameToken,
  HubGame,
  HubGames,
  ItemQuantity,
  Player,
  Price,
  ProjectInfo,
  Purchase,
  PurchaseOutcome,
  ResumedPurchase,
  SafeArea,
  SaveResult,
} from '@playhub/contract/bridge-protocol'
export type {
  Achievement,
  BoardView,
  ScoreEntry,
  ScoreOptions,
  SubmittedScore,
} from '@playhub/contract/leaderboards/bridge-scores'
export { connect, storage, track } from './connect.ts'
export type { Hub, Unsubscribe } from './hub.ts'
export type { LocalItem, LocalOptions } from './local-transport.ts'
export type { ConnectOptions } from './open-hub.ts'
export type { HubSaves, MergeSave, SaveInfo } from './saves.ts'
export type { Achievements, Scores } from './scores.ts'
export type { GameStorage } from './storage.ts'
export { PlayhubError, type SaveConflict, SDK_VERSION } from './transport.ts'
