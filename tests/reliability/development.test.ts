import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { createLogger, createServer } from 'vite'
import { expect, it } from 'vitest'

it('serves the scripts of a page in development, although Vite also visits modules of the server', async () => {
  const cacheDir = mkdtempSync(path.join(os.tmpdir(), 'shala-vite-'))
  const errors: string[] = []
  const customLogger = createLogger('silent')
  customLogger.error = (message) => errors.push(message)
  const vite = await createServer({ cacheDir, customLogger, server: { middlewareMode: true, hmr: false, ws: false } })
  const http = createHttpServer(vite.middlewares)
  try {
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
    const address = http.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    // Simulates Remix's search for styles, which requests a server module as if for the browser. Vite refuses the
    // module, but has then already read the module's imports.
    await vite.transformRequest('/app/database/connection.server.ts').catch(() => null)
    const entry = await (await fetch(`${origin}/app/entry.client.tsx`)).text()
    const root = await (await fetch(`${origin}/app/root.tsx`)).text()
    const bundled = [...`${entry}${root}`.matchAll(/from "(\/[^"]*\/deps\/[^"]+|\/@fs\/[^"]*\/deps\/[^"]+)"/g)].flatMap(
      ([, file]) => file ?? [],
    )
    expect(bundled.join(' ')).toMatch(/react-dom_client.*react-router/)
    for (const file of bundled) expect([file, (await fetch(origin + file)).status]).toEqual([file, 200])
    expect(errors).toEqual([])
  } finally {
    http.close()
    await vite.close()
    rmSync(cacheDir, { recursive: true, force: true })
  }
})
