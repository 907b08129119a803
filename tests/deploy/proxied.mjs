import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, get as getHttp } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { Trouble } from '../../scripts/processes.mjs'
import { payFee, Visitor } from '../../scripts/visitor.mjs'
import { end, openHouse } from './house.mjs'
import { checkLimits } from './limits.mjs'
import { freePorts, makeServerRoot, startNginx } from './nginx.mjs'

const lanes = 8
const mb = 1024 * 1024

/**
 * Checks docs/deploy/nginx.conf in front of two apps of the demo, then in front of two stand-ins that fail on purpose.
 */
export async function checkProxy({ check, folder, build }) {
  const root = await makeServerRoot(join(folder, 'root-of-nginx'))
  const { ports, apps } = await freePorts(2)
  const nginx = await startNginx(root, { certificates: folder, ports, apps })
  const ask = asker(ports.https, readFileSync(join(folder, 'certificate.pem')))
  try {
    await checkPortal({ check, ask, nginx, apps, folder: join(folder, 'nginx-demo'), build })
    await checkRules({ check, ask, nginx, ports, apps, root })
  } catch (error) {
    console.error(nginx.errorLog().split('\n').slice(-10).join('\n'))
    throw error
  } finally {
    ask.close()
    await nginx.stop()
  }
}

async function checkPortal({ check, ask, nginx, apps, folder, build }) {
  const house = await openHouse({ folder, build, baseUrl: nginx.url, ports: apps })
  try {
    const [first, second] = [await house.startApp(apps[0]), await house.startApp(apps[1])]
    const asha = new Visitor(nginx.url)
    await check('nginx with TLS before two apps: Asha signs in, pays and has the receipt', () => payFee(asha))
    const script = readdirSync(join(build, 'client/assets')).find((name) => name.endsWith('.js.br'))
    const asset = `/assets/${script.slice(0, -'.br'.length)}`
    const script1 = await check('a script comes as it was compressed by the build, for a year', async () => {
      const answer = await ask(asset, { headers: { 'Accept-Encoding': 'gzip, br' } })
      expect(answer.status, 200)
      expect(answer.headers['content-encoding'], 'br')
      expect(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
      expect(answer.body.equals(readFileSync(join(build, 'client/assets', script))), true)
      return answer
    })
    const killed = await check('an app is killed (kill -9) and started again under GETs: none fails', async () => {
      const load = underGets(ask, asha.cookies())
      await sleep(1500)
      await end(first, 'SIGKILL')
      await sleep(2000)
      const again = await house.startApp(apps[0])
      await sleep(1500)
      const { requests, failures } = await load.stop()
      if (failures.length > 0) throw new Trouble(`${failures.length} of ${requests} failed: ${failures.slice(0, 3)}`)
      if (requests < 100) throw new Trouble(`Only ${requests} requests were sent.`)
      console.log(`    ${requests} requests in ${lanes} lanes`)
      return again
    })
    await check('with no app left a visitor is asked to come back, and scripts still come', async () => {
      await Promise.all([end(killed, 'SIGKILL'), end(second, 'SIGKILL')])
      const page = await ask('/students/login')
      expect(page.status, 503)
      expect(page.headers['retry-after'], '5')
      if (!/will be back/.test(page.body.toString())) throw new Trouble('The page does not say so.')
      const answer = await ask(asset, { headers: { 'Accept-Encoding': 'gzip, br' } })
      expect(answer.status, 200)
      expect(answer.body.equals(script1.body), true)
    })
  } finally {
    await house.close()
  }
}

/** Requests pages of a student until stopped. */
function underGets(ask, cookie) {
  const failures = []
  let requests = 0
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      requests += 1
      const answer = await ask('/students/fees', { headers: { cookie } }).catch((error) => ({ status: error.message }))
      if (answer.status !== 200) failures.push(answer.status)
    }
  }
  const all = Promise.all(Array.from({ length: lanes }, lane))
  return {
    async stop() {
      isOver = true
      await all
      return { requests, failures }
    },
  }
}

/** Checks further rules of the configuration with stand-ins that record their requests. */
async function checkRules({ check, ask, nginx, ports, apps, root }) {
  /** Responses of the stand-ins to the next requests; `seen` lists the requests, the oldest first. */
  let answers = [() => {}, () => {}]
  const seen = []
  const servers = await Promise.all(
    apps.map(async (port, index) => {
      const server = createServer(async (incoming, response) => {
        const parts = []
        for await (const part of incoming) parts.push(part)
        seen.push({ index, method: incoming.method, headers: incoming.headers, bytes: Buffer.concat(parts).length })
        answers[index](response)
      })
      await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
      return server
    }),
  )
  const well = (response) => response.end('well')
  const breaks = (response) => response.destroy()
  const whileAnswering = async (both, work) => {
    answers = both
    seen.length = 0
    await work()
  }
  try {
    await check('a POST that breaks half way is not repeated; a GET is', async () => {
      await whileAnswering([breaks, breaks], async () => {
        const post = await ask('/students/login', { method: 'POST', body: 'a=b' })
        expect(post.status, 503)
        expect(seen.map(({ method }) => method).join(), 'POST')
      })
      await whileAnswering([breaks, well], async () => {
        for (let turn = 0; turn < 6; turn++) expect((await ask('/students/fees')).status, 200)
        if (!seen.some(({ index }) => index === 0)) throw new Trouble('The one that breaks was never asked.')
      })
    })
    await check('the app is told whence and how a request came, whatever the request says of itself', () =>
      whileAnswering([well, well], async () => {
        await ask('/', {
          headers: {
            'X-Forwarded-For': '203.0.113.9',
            'X-Forwarded-Proto': 'http',
            'X-Forwarded-Host': 'evil.example',
          },
        })
        const [{ headers }] = seen
        expect(headers['x-forwarded-for'], '127.0.0.1')
        expect(headers['x-forwarded-proto'], 'https')
        expect(headers['x-forwarded-host'], undefined)
        expect(headers.host, `localhost:${ports.https}`)
      }),
    )
    await check('a body of 60 MB passes with its length, a larger one is refused', () =>
      whileAnswering([well, well], async () => {
        expect((await ask('/upload', { method: 'POST', body: Buffer.alloc(60 * mb) })).status, 200)
        expect(seen[0].headers['content-length'], String(60 * mb))
        expect((await ask('/upload', { method: 'POST', body: Buffer.alloc(60 * mb + 1) })).status, 413)
        expect(seen.length, 1)
        const chunked = await ask('/upload', {
          method: 'POST',
          body: 'in parts',
          headers: { 'Transfer-Encoding': 'chunked' },
        })
        expect(chunked.status, 200)
        expect(seen[1].headers['content-length'], '8')
      }),
    )
    await check('metrics and readiness are not for the world', () =>
      whileAnswering([well, well], async () => {
        const hidden = [
          '/metrics',
          '/readyz',
          '/metrics/',
          '/METRICS',
          '//metrics',
          '/x/../readyz',
          '/%6detrics',
          '/metrics.data',
          '/readyz?a',
        ]
        for (const path of hidden) expect(`${path} ${(await ask(path)).status}`, `${path} 404`)
        expect(seen.length, 0)
        expect((await ask('/status')).status, 200)
      }),
    )
    await check('a script that one version has not is asked of the other', () =>
      whileAnswering([(response) => response.writeHead(404).end(), well], async () => {
        for (const name of ['one', 'two', 'three', 'four']) expect((await ask(`/assets/${name}.js`)).status, 200)
        if (!seen.some(({ index }) => index === 0)) throw new Trouble('The one without it was never asked.')
      }),
    )
    await whileAnswering([well, well], () => checkLimits({ check, ask }))
    await check(
      'the challenge of a certificate is answered over http, from the folder of Debian’s default site',
      async () => {
        const folder = join(root.folder, 'var/www/html/.well-known/acme-challenge')
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'tried'), 'proof')
        const answer = await fetch(`http://localhost:${ports.http}/.well-known/acme-challenge/tried`, {
          redirect: 'manual',
        })
        expect(await answer.text(), 'proof')
      },
    )
    await check('HTTP/2; http leads to https; another name is refused', () =>
      whileAnswering([well, well], async () => {
        expect(await statusByHttp2(nginx.url), 200)
        const plain = await new Promise((resolve, reject) =>
          getHttp(
            { port: ports.http, host: '127.0.0.1', path: '/students?a=b', headers: { host: 'evil.example' } },
            resolve,
          ).once('error', reject),
        )
        expect(plain.resume().headers.location, `${nginx.url}/students?a=b`)
        expect(await greets(ports.https, 'localhost'), true)
        expect(await greets(ports.https, 'other.example'), false)
      }),
    )
  } finally {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
}

function statusByHttp2(url) {
  return new Promise((resolve, reject) => {
    const session = connectHttp2(url)
    session.once('error', reject)
    const stream = session.request({ ':path': '/' })
    stream.once('response', (headers) => {
      resolve(headers[':status'])
      session.destroy()
    })
    stream.once('error', reject)
  })
}

/** Returns true when a TLS handshake for a name succeeds. */
function greets(port, servername) {
  return new Promise((resolve) => {
    const socket = connectTls({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => answer(true))
    const answer = (value) => {
      socket.destroy()
      resolve(value)
    }
    socket.once('error', () => answer(false))
  })
}

/** Sends requests over keep-alive connections, without following redirects. */
function asker(port, ca) {
  const agent = new Agent({ keepAlive: true, ca, maxSockets: 2 * lanes })
  const ask = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const length = body && !headers['Transfer-Encoding'] ? { 'Content-Length': Buffer.byteLength(body) } : {}
      const sent = request(
        { port, host: 'localhost', path, method, agent, headers: { ...length, ...headers } },
        async (answer) => {
          const bytes = Buffer.concat(await answer.toArray().catch(reject))
          resolve({ status: answer.statusCode, headers: answer.headers, body: bytes })
        },
      )
      // A refusal may arrive, and the connection close, before the whole body is sent.
      sent.once('error', reject)
      sent.end(body)
    })
  return Object.assign(ask, { close: () => agent.destroy() })
}

function expect(found, wanted) {
  if (found !== wanted) throw new Trouble(`Found ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}.`)
}
