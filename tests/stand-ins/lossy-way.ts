import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Content of a COMMIT packet: the statement byte, on MySQL two bytes for an empty attribute list, and the text. */
const commits = ['\u0003COMMIT', '\u0003\u0000\u0001COMMIT']

/** Response of a cluster server to a COMMIT that conflicts with one of another server: error 1213 with its SQLSTATE. */
const collided = packet(1, Buffer.from([0xff, 1213 & 0xff, 1213 >> 8]), '#40001Deadlock found when trying to get lock')

/** Returns the packet of a COMMIT with ROLLBACK in its place. */
const rollbackFor = (commit: Buffer) => packet(0, commit.subarray(4, commit.indexOf('COMMIT')), 'ROLLBACK')

function packet(sequence: number, head: Buffer, text: string): Buffer {
  const body = Buffer.concat([head, Buffer.from(text)])
  return Buffer.concat([Buffer.from([body.length & 0xff, body.length >> 8, 0, sequence]), body])
}

/**
 * A proxy to the database that loses the response to a COMMIT when `loses` returns true, like a server that dies at
 * that moment: the transaction is committed, and the client is not notified. When `refuses` returns true, the
 * transaction is rolled back instead, as after a conflict.
 */
export async function startLossyProxy(databaseUrl: string) {
  const state = { loses: () => false, lost: 0, refuses: () => false }
  const { port, hostname } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let isLost = false
    let isRefused = false
    client.on('data', (chunk) => {
      const isCommit = commits.some((commit) => chunk.includes(commit))
      if (isCommit && state.loses()) {
        isLost = true
        state.lost += 1
      }
      isRefused = isCommit && state.refuses()
      upstream.write(isRefused ? rollbackFor(chunk) : chunk)
    })
    upstream.on('data', (chunk) => {
      if (isLost) client.destroy()
      else client.write(isRefused ? collided : chunk)
      isRefused = false
    })
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
