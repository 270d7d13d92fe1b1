import type { Grant } from '@playhub/contract/operator'

/** The operator behind a console session. */
export type OperatorLogin = {
  operator: { id: string; email: string; name: string; language: 'ru' | 'en' }
  session: {
    id: string
    /** When the operator last passed a two-factor or passkey check. */
    provedAt: number
  }
  grants: Grant[]
  /** How the operator can prove their presence. */
  methods: ('totp' | 'passkey')[]
}
