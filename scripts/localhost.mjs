// Preloaded for the page build (node --import): Vite and Remix resolve `localhost`, though nothing listens there, and
// fail when the name is unknown. A bare Debian has no /etc/hosts.
import { promises } from 'node:dns'

const { lookup } = promises
promises.lookup = async (name, options) => {
  try {
    return await lookup(name, options)
  } catch (error) {
    if (name !== 'localhost') throw error
    return { address: '127.0.0.1', family: 4 }
  }
}
