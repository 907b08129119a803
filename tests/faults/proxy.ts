import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

const askEveryMs = 200

/**
 * Proxy in front of the apps: picks them in turn, ready ones first, and opens a new connection for each request
 * (nginx's default). An app that refuses the connection has read nothing, so the next app gets the request; any later
 * failure is a 502.
 */
export async function startProxy() {
  const ports: number[] = []
  const ready = new Set<number>()
  let turn = 0

  async function look(): Promise<void> {
    for (const port of ports) {
      const status = await answerOf(port, { method: 'GET', url: '/readyz', headers: {} }, Buffer.alloc(0)).then(
        (answer) => {
          answer.resume()
          return answer.statusCode
        },
        () => 0,
      )
      if (status === 200) ready.add(port)
      else ready.delete(port)
    }
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    turn += 1
    const inTurn = ports.map((_, index) => ports[(index + turn) % ports.length] as number)
    const chosen = [...inTurn.filter((port) => ready.has(port)), ...inTurn.filter((port) => !ready.has(port))]
    for (const port of chosen) {
      try {
        const answer = await answerOf(port, request, Buffer.concat(parts))
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.once('error', () => response.destroy())
        answer.pipe(response)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break
      }
    }
    response.writeHead(502).end()
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const looking = setInterval(() => void look(), askEveryMs)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ports of the apps; may be changed at any time. */
    ports,
    async close() {
      clearInterval(looking)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

function answerOf(port: number, { method, url, headers }: Asked, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = send({
      port,
      host: '127.0.0.1',
      method,
      path: url,
      headers: { ...headers, connection: 'close' },
      agent: false,
    })
    sent.once('response', resolve)
    sent.once('error', reject)
    sent.end(body)
  })
}
