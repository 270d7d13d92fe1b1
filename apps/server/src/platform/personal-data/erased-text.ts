/** Stands for a text about a player whose account was erased. The audit log accepts no other change. */
export const erasedText = 'Erased with the account'
