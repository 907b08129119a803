import './node-version.mjs'

const words = process.argv.slice(2)
// Loaded after the version check: an older Node could not parse it.
void import('./gate.mjs').then((gate) =>
  gate.runGate({ deep: words.includes('--all'), parts: words.filter((word) => !word.startsWith('-')) }),
)
