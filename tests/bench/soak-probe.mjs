import { createServer } from 'node:http'

/*
 * Loaded into the app's process by the soak: tells its memory after a full collection. Two rounds, since what the first one frees may
 * hold on to more by finalizers.
 */
const server = createServer((_, answer) => {
  globalThis.gc()
  setImmediate(() => {
    globalThis.gc()
    const { rss, heapUsed } = process.memoryUsage()
    answer.end(JSON.stringify({ rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 }))
  })
})
server.listen(process.env.PROBE).unref()
