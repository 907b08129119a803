import './node-version.mjs'

const words = process.argv.slice(2)
// Loaded only now: an older Node could not even read it.
void import('./gate.mjs').then((gate) =>
  gate.runGate({ deep: words.includes('--all'), parts: words.filter((word) => !word.startsWith('-')) }),
)
