import type { RememberedCard } from '@playhub/contract'

/** "Visa •••• 4242" */
export const cardTitle = ({ brand, last4 }: Pick<RememberedCard, 'brand' | 'last4'>) =>
  `${brand} •••• ${last4}`
