/** Loaded into every part that `npm start` runs: a parent that dies takes its parts along and frees their ports. */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening alone would keep a part alive that has nothing else left to do.
process.channel?.unref()
