/** A refund that is held can be undone by the keyboard, and is told apart from one that failed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { copyContent } from '../../environment/content.ts'
import { startEnvironment } from '../../environment/environment.ts'
import { journey } from '../../environment/journey.ts'
import { consoleTranslator } from '../../environment/translator.ts'
import { openConsole } from '../../steps/operator.ts'
import { buyItem } from '../../steps/payment.ts'

function copyWithHold(): string {
  const { dir } = copyContent()
  const file = join(dir, 'hub.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('# refundHoldMinutes: 10', 'refundHoldMinutes: 10'))
  return dir
}

const test = journey({ start: () => startEnvironment({ CONTENT_DIR: copyWithHold() }) })

const t = consoleTranslator('en')

test('holds a refund and undoes it by the keyboard, which the order and the list show', async ({
  environment,
  player,
  page,
}) => {
  await openConsole(page, environment)
  for (const width of [1440, 360]) {
    const orderId = await buyItem(environment, player, 'familytown-coins')
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/console/orders/${orderId}`)
    await holdRefund(page)
    await page.getByText(matching('orders:refund.heldUntil')).first().waitFor()
    const undo = page.getByRole('button', { name: matching('orders:refund.undoLabel') })
    await undo.focus()
    await page.keyboard.press('Enter')
    await undo.waitFor({ state: 'detached' })
    const undone = t('orders:refund.undone')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(undone)
    await page.goto('/console/refunds')
    await page.getByText(undone, { exact: true }).first().waitFor()
  }
  const refunds = await fetch(`${environment.sandboxUrl}/v1/refunds`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  expect(((await refunds.json()) as { data: unknown[] }).data).toEqual([])
})

async function holdRefund(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('orders:refund.action'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(matching('orders:refund.willBeHeld')).waitFor()
  await dialog.getByLabel(t('common:confirm.reason')).fill('Bought by mistake')
  await dialog.getByRole('button', { name: t('orders:refund.confirm'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** A message whose values may be anything. */
function matching(id: string): RegExp {
  const anything = { amount: '.+', time: '.+', duration: '.+' }
  return new RegExp(t(id, anything))
}
