import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The byte before it says that a statement follows; beside MySQL two more, that it has no attributes. */
const commits = ['\u0003COMMIT', '\u0003\u0000\u0001COMMIT']

/**
 * A way to the database that loses the answer to a COMMIT where `loses` says so, as a server that dies at that moment does: what was
 * written stays, and whoever wrote it is not told.
 */
export async function startLossyWay(databaseUrl: string) {
  const state = { loses: () => false, lost: 0 }
  const { port, hostname } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let isLost = false
    client.on('data', (chunk) => {
      if (commits.some((commit) => chunk.includes(commit)) && state.loses()) {
        isLost = true
        state.lost += 1
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk) => (isLost ? client.destroy() : client.write(chunk)))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    state,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
