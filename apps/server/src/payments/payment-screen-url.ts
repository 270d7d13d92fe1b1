import type { Deps } from './deps.ts'

export function paymentScreenUrl({ http }: Pick<Deps['config'], 'http'>, orderId: string): string {
  return `${http.publicUrl}/payments/process/${orderId}`
}
