import { type AddressInfo, createServer } from 'node:net'

/**
 * Failure that the server simulates. `dead`: hangs up; `slow`: never responds; `lying`: accepts a mail but reports a
 * failure, so that the client sends it again.
 */
type Trouble = null | 'dead' | 'slow' | 'lying'

/** Starts a small SMTP server that stores accepted mails and refuses configured recipients. */
export async function startMailServer() {
  const letters: string[] = []
  const senders: string[] = []
  const state: { trouble: Trouble } = { trouble: null }
  let connections = 0
  const refusals = new Map<string, string>()
  const server = createServer((socket) => {
    connections += 1
    let reading = false
    let pending = ''
    let letter: string[] = []
    const answer = (line: string) => {
      if (state.trouble === 'dead') socket.destroy()
      else if (state.trouble !== 'slow') socket.write(`${line}\r\n`)
    }
    const command = (line: string) => {
      const reader = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1]
      const sender = /^MAIL FROM:<([^>]*)>/i.exec(line)?.[1]
      if (sender !== undefined) senders.push(sender)
      if (/^DATA/i.test(line)) {
        reading = true
        letter = []
        return answer('354 go on')
      }
      if (/^QUIT/i.test(line)) return socket.end('221 bye\r\n')
      return answer((reader && refusals.get(reader)) || '250 fine')
    }
    socket.on('error', () => {})
    answer('220 stand-in')
    socket.on('data', (chunk) => {
      pending += chunk.toString('utf8')
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end)
        pending = pending.slice(end + 2)
        if (!reading) command(line)
        else if (line !== '.') letter.push(line)
        else {
          reading = false
          letters.push(letter.join('\r\n'))
          answer(state.trouble === 'lying' ? '451 try again later' : '250 taken')
        }
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    /** Envelope sender of every mail that a client began to send. */
    senders,
    state,
    /** Returns the number of connections that were ever opened. */
    connections: () => connections,
    /** Refuses a recipient with a reply: `refuse('a@b.test', '550 no such reader a@b.test')`. */
    refuse: (reader: string, reply: string) => refusals.set(reader, reply),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
