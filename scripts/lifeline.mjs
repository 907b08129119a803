// Preloaded into a program that the keeper starts (node --import): when the keeper ends for any reason, this channel
// closes and the program ends as on SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
