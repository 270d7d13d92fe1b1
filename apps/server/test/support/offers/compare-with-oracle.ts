import { expect } from 'vitest'
import { quote } from '../../../src/catalogue/offers/quote.ts'
import { createRandom } from '../random.ts'
import { priceByOracle } from './price-oracle.ts'
import { cartTime, createCart } from './random-carts.ts'

/** Prices random carts with the product and with the oracle, and reports the first that differs. */
export function compareWithOracle(carts: number): void {
  const random = createRandom(20261130)
  for (let done = 0; done < carts; done++) {
    const cart = createCart(random)
    const { item, facts, ...offering } = cart
    const [found, expected] = [quote(item, offering, facts, cartTime), priceByOracle(cart)]
    if (JSON.stringify(found) !== JSON.stringify(expected))
      expect({ cart, found }).toEqual({ cart, found: expected })
  }
}
