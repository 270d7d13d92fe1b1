/** A shop system compared with the hub. */
export type Shop = {
  /** Places one order, from an empty cart to the payment. A buyer has one at a time. */
  buy(buyer: number): Promise<void>
  close(): Promise<void>
}
