/** The ground of everything that players never get. */
export const noteGround = 'border-dashed border-pending/70 bg-pending/10'
