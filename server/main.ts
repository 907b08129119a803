import { notifyReady } from '~/services/notify.server'
import { createDoor } from './door'
import { createListener } from './listener'
import { doorSettings } from './settings'
import { stopGracefully } from './stop'

const settings = doorSettings()
// Weak networks need long timeouts, but no client may hold a connection forever.
const server = createListener()
const door = await createDoor(settings, server)
server.on('request', door.app)

server.on('error', (error: NodeJS.ErrnoException) => {
  const isPortTaken = error.code === 'EADDRINUSE'
  console.error(isPortTaken ? `Port ${settings.port} is in use. Set PORT to a free one.` : error)
  process.exit(1)
})
server.listen(settings.port, settings.host, () => {
  door.log.info({ port: settings.port }, 'listening')
  const host = /^(0\.0\.0\.0|::)$/.test(settings.host) ? 'localhost' : settings.host
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}/readyz`
  void notifyReady(async (soon) => (await fetch(url, { signal: soon })).ok)
})
stopGracefully(server, door.log, settings.stopDelayMs)
