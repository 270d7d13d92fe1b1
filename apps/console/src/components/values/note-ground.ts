/** The background of everything hidden from players. */
export const noteGround = 'border-dashed border-pending/70 bg-pending/10'
