import './node-version.mjs'

// Loaded only now: an older Node could not even read it.
void import('./launcher.mjs').then((launcher) => launcher.launch({ dev: process.argv.includes('--dev') }))
