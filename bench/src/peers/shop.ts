/** Something that sells beside the hub. */
export type Shop = {
  /** One order, from an empty cart to the payment. A buyer has one at a time. */
  buy(buyer: number): Promise<void>
  close(): Promise<void>
}
