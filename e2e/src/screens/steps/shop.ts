import { payThrough } from '../../steps/payment.ts'
import { buyButton, itemCard, ownedLabel, rememberPlayed } from '../../steps/shop.ts'
import type { StepContext } from '../screen.ts'
import { waitForScores } from './site.ts'

const itemId = 'islandm3-boosters'

async function order({ page }: StepContext): Promise<void> {
  await buyButton(page, itemId).click()
  await buyButton(page, itemId).and(page.locator('[aria-busy=true]')).waitFor()
}

export const shopSteps = {
  /** The page's shop is for those who have played. */
  returnAsOwner: async (ctx: StepContext) => {
    await rememberPlayed(ctx.page, 'neuroarena')
    await ctx.page.reload()
    await ownedLabel(ctx.page, 'neuroarena-aurora', ctx.shown).waitFor()
    await waitForScores(ctx)
  },
  waitForOwned: ({ page, shown }: StepContext) => ownedLabel(page, 'neuroarena-aurora', shown).waitFor(),
  order,
  orderAndFail: async ({ page, t }: StepContext) => {
    await buyButton(page, itemId).click()
    await itemCard(page, itemId).getByText(t('errors:unreachable')).waitFor()
  },
  orderAndPay: async ({ page, t, shown }: StepContext) => {
    await buyButton(page, itemId).click()
    await payThrough(page, 'stripe', shown)
    await page.getByRole('heading', { name: t('payments:result.paid.title') }).waitFor()
  },
}
