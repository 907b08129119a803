import type { RequestHandler } from 'express'
import { collectDefaultMetrics, Histogram } from 'prom-client'

/** Kinds of requests by the first part of the path. The list is closed: invented paths add no kinds. */
const kinds: Record<string, string> = {
  students: 'student',
  'student-management': 'student',
  school: 'school',
  guardians: 'guardian',
  storage: 'file',
  api: 'call',
  webhooks: 'webhook',
  assets: 'asset',
  healthz: 'operator',
  readyz: 'operator',
  status: 'operator',
  metrics: 'operator',
  '': 'public',
  'data-saver': 'public',
  language: 'public',
  privacy: 'public',
  support: 'public',
  suspended: 'public',
  terms: 'public',
  unsubscribe: 'public',
  verify: 'public',
  '.well-known': 'public',
}

/** Kind of route for a path; `other` for unknown paths. */
export function kindOfRoute(path: string): string {
  const [, first = ''] = path.split('/')
  return Object.hasOwn(kinds, first) ? (kinds[first] ?? 'other') : 'other'
}

/**
 * Counts requests and their durations for `/metrics`, plus Prometheus' default process metrics (memory, event loop,
 * CPU).
 */
export function countRequests(): RequestHandler {
  collectDefaultMetrics()
  const durations = new Histogram({
    name: 'shala_http_request_duration_seconds',
    help: 'Requests by kind of route and status, and how long they took',
    labelNames: ['kind', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  })
  return (request, response, next) => {
    const kind = kindOfRoute(request.path)
    const started = performance.now()
    response.once('close', () => {
      // 499: the client disconnected before the response.
      const status = response.writableFinished ? response.statusCode : 499
      durations.observe({ kind, status: String(status) }, (performance.now() - started) / 1000)
    })
    next()
  }
}
