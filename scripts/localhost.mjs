// Loaded before the build of the pages (node --import): Vite and Remix ask for the address of `localhost`, though nothing listens there,
// and give up where the name is not known. A bare Debian has no /etc/hosts.
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
