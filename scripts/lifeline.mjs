// Loaded before a program that the keeper starts (node --import): when the keeper is gone, by whatever cause, so is the
// other end of this channel, and the program ends as it would on SIGTERM.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
