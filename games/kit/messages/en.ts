/** Texts shared by all games. */
export const commonEn = {
  language: 'en',
  guest: 'Guest',
  playingAs: (name: string) => `Playing as ${name}`,
  pause: 'Pause',
  paused: 'Paused',
  soundOn: 'Sound: on',
  soundOff: 'Sound: off',
  howTo: 'How to play',
  signIn: 'Sign in',
  signOut: 'Sign out',
  support: 'Contact support',
  close: 'Close',

  shop: 'Shop',
  openShop: 'Open the shop',
  buy: 'Buy',
  oldPrice: (price: string) => `Old price ${price}`,
  inside: (items: string) => `Contains: ${items}`,
  buyLabel: (item: string, price: string) => `Buy ${item} for ${price}`,
  shopClosed: 'The shop is closed right now. Please look in later.',
  paying: 'Waiting for the payment…',
  thanks: 'Thank you',
  cancelled: 'Nothing was bought and nothing was charged.',
  failed: 'The payment did not go through. Nothing was charged.',
  pending: 'The payment is still on its way. Your item will arrive by itself.',
  noAnswer: 'The shop did not answer. If you paid, your item will arrive by itself.',
  signInFirst: 'Sign in to buy, so that your items stay yours.',
}

export type CommonMessages = typeof commonEn
