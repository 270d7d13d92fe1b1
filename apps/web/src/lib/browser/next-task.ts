/** Ends the current task, so the browser can paint and respond to the player before more work. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))
