import './node-version.mjs'

// Loaded only now: an older Node could not even read it.
import('./gate.mjs').then((gate) => gate.runGate({ deep: process.argv.includes('--all') }))
