import { readdir } from 'node:fs/promises'
import path from 'node:path'
import express, { type Response, Router } from 'express'
import type { DoorSettings } from './settings'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** Serves the build's files: hashed ones cached forever, the rest for an hour, from copies compressed at build time. */
export async function staticFiles(settings: DoorSettings): Promise<Router> {
  const router = Router()
  if (settings.dev) return router
  const root = path.join(settings.buildDir, 'client')
  const files = new Set((await readdir(root, { recursive: true })).map((name) => `/${name.split(path.sep).join('/')}`))

  const send = express.static(root, { index: false, redirect: false, setHeaders })
  router.use((request, response, next) => {
    // Most requests are for pages: they never access the disk.
    if (!files.has(request.path)) {
      if (request.path.startsWith('/assets/')) return response.status(404).type('text').send('Not found')
      return next()
    }
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = encodings.find(([name, ending]) => accepted.includes(name) && files.has(request.path + ending))
    if (encoding && !/\.(br|gz)$/.test(request.path)) request.url = request.path + encoding[1]
    send(request, response, next)
  })
  return router
}

function setHeaders(response: Response, file: string): void {
  const encoding = encodings.find(([, ending]) => file.endsWith(ending))
  const plain = encoding ? file.slice(0, -encoding[1].length) : file
  const hashed = plain.includes(`${path.sep}assets${path.sep}`)
  response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
  response.setHeader('Content-Type', types[path.extname(plain)] ?? 'application/octet-stream')
  response.setHeader('Vary', 'Accept-Encoding')
  if (encoding) response.setHeader('Content-Encoding', encoding[0])
}
