/** Preloaded into every part of `npm start`: a part exits with its parent, and so frees its ports. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone does not keep the process alive.
process.channel?.unref()
