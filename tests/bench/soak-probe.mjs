import { createServer } from 'node:http'

/*
 * Loaded into the app's process by the soak bench: returns its memory after a full collection. Collects twice, because
 * finalizers of the first round may free more.
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
