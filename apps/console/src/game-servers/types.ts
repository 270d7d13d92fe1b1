import type { OperatorRouteResponse } from '@playhub/contract/operator'

export type GameBuild = OperatorRouteResponse<'GET /game-servers/{project}/builds'>['data']['result'][number]
export type Delivery =
  OperatorRouteResponse<'GET /game-servers/{project}/deliveries'>['data']['result'][number]
export type WebhookSecret =
  OperatorRouteResponse<'GET /game-servers/{project}/secrets'>['data']['result']['secrets'][number]
export type GameServerKey =
  OperatorRouteResponse<'GET /game-servers/{project}/keys'>['data']['result'][number]
