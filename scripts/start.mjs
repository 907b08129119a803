import './node-version.mjs'

// Loaded after the version check: an older Node could not parse it.
void import('./launcher.mjs').then((launcher) => launcher.launch({ dev: process.argv.includes('--dev') }))
