import type { OperatorOrder } from '@playhub/contract/operator'
import { Gift, PackageX, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { RefundButton } from './refund-button.tsx'
import { ResendWebhook } from './webhooks.tsx'

/** What the operator may do with the order. To send an undelivered webhook is first, and the only one in colour. */
export function OrderActions({ order }: { order: OperatorOrder }) {
  const me = useMe()
  const undelivered = order.webhooks.find(({ state }) => state !== 'delivered')
  const isOwned = order.purchase !== null && order.purchase.state !== 'revoked'
  const canDecide = me.can('orders.decide', order.project)
  return (
    <>
      {undelivered && <ResendWebhook webhook={undelivered} kind="primary" />}
      {me.can('orders.refund', order.project) && order.currency && order.refundableMinor > 0 && (
        <RefundButton order={order} currency={order.currency} />
      )}
      {canDecide && isOwned && <RevokeButton order={order} />}
      {canDecide && !isOwned && <GrantButton order={order} />}
      {me.can('orders.reconcile', order.project) && order.attempts.length > 0 && (
        <ReconcileButton order={order} />
      )}
    </>
  )
}

function ReconcileButton({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('orders')
  return (
    <ActionButton
      label={t('reconcile.action')}
      reasonFor={`reconcile:${order.id}`}
      icon={<Scale size={16} aria-hidden="true" />}
      title={t('reconcile.ask')}
      consequence={t('reconcile.text')}
      onConfirm={async ({ reason }) => {
        const request = { params: { id: order.id }, body: { reason } }
        const { attempts } = (await callOperator('POST /orders/{id}/reconcile', request)).data.result
        return t('reconcile.done', { count: attempts })
      }}
    />
  )
}

function GrantButton({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('orders')
  const player = order.playerName ?? t('refund.thePlayer')
  return (
    <ActionButton
      label={t('grant.action')}
      reasonFor={`grant:${order.id}`}
      icon={<Gift size={16} aria-hidden="true" />}
      title={t('grant.ask', { title: order.title, player })}
      consequence={t('grant.text')}
      onConfirm={async ({ reason, idempotencyKey }) => {
        const request = { params: { id: order.id }, body: { reason } }
        await callOperator('POST /orders/{id}/grant', request, { idempotencyKey })
        return t('grant.done')
      }}
    />
  )
}

function RevokeButton({ order }: { order: OperatorOrder }) {
  const { t } = useTranslation('orders')
  const player = order.playerName ?? t('refund.thePlayer')
  return (
    <ActionButton
      label={t('revoke.action')}
      reasonFor={`revoke:${order.id}`}
      kind="danger"
      icon={<PackageX size={16} aria-hidden="true" />}
      title={t('revoke.ask', { title: order.title, player })}
      consequence={t('revoke.text')}
      isDanger
      onConfirm={async ({ reason, idempotencyKey }) => {
        const request = { params: { id: order.id }, body: { reason } }
        await callOperator('POST /orders/{id}/revoke', request, { idempotencyKey })
        return t('revoke.done')
      }}
    />
  )
}
