import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'

/*
 * Profile of a page: the app runs with V8's profiler, and the samples of its busy time are summed by package and by
 * function. Garbage collection and native calls have their own entries.
 */
const requests = 3000
const pages = [
  { name: 'sign-in page', path: '/students/login' },
  { name: 'fees, 12 rows', path: '/students/fees', cookie: 'few' },
  { name: 'attendance', path: '/students/attendance', cookie: 'few' },
  { name: "school's students", path: '/school/students', cookie: 'staff' },
]

export async function run(stage) {
  const cookies = await stage.run('tests/bench/seed.ts')
  for (const { name, path, cookie } of pages) {
    const folder = join(stage.folder, `profile${path.replaceAll('/', '-')}`)
    const flags = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']
    const app = await stage.startApp(true, { flags })
    const load = { url: app.url + path, connections: 8, headers: cookie ? { cookie: cookies[cookie] } : {} }
    await autocannon({ ...load, amount: 500 })
    const from = Number(process.hrtime.bigint() / 1000n)
    await autocannon({ ...load, amount: requests })
    const to = Number(process.hrtime.bigint() / 1000n)
    app.stop()
    await app.gone
    const [file] = readdirSync(folder)
    const { busy, byPackage, byFunction } = sharesOf(JSON.parse(readFileSync(join(folder, file), 'utf8')), from, to)
    console.log(`\n${name}: ${((busy * (to - from)) / requests).toFixed(0)} µs a request`)
    show(byPackage, 25)
    console.log('  by function')
    show(byFunction, 25)
  }
  return []
}

/** Returns shares of the samples that were not idle between two moments (µs of the monotonic clock). */
function sharesOf({ nodes, samples, timeDeltas, startTime }, from, to) {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const byPackage = new Map()
  const byFunction = new Map()
  let [at, all, busy] = [startTime, 0, 0]
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index]
    if (at < from || at > to) continue
    all += 1
    const frame = byId.get(id)
    if (frame.functionName === '(idle)') continue
    busy += 1
    const owner = ownerOf(frame)
    byPackage.set(owner, (byPackage.get(owner) ?? 0) + 1)
    const called = `${owner} ${frame.functionName}:${frame.lineNumber + 1}`
    byFunction.set(called, (byFunction.get(called) ?? 0) + 1)
  }
  const shares = (counts) => [...counts].map(([name, count]) => [name, count / busy]).sort((a, b) => b[1] - a[1])
  return { busy: busy / all, byPackage: shares(byPackage), byFunction: shares(byFunction) }
}

function ownerOf({ url, functionName }) {
  if (!url) return functionName.startsWith('(') ? functionName : `native ${functionName}`
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  return name ?? (url.startsWith('node:') ? url : 'ours')
}

function show(shares, max) {
  for (const [name, share] of shares.slice(0, max)) console.log(`${(share * 100).toFixed(1).padStart(6)} %  ${name}`)
}
