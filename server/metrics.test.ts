import { EventEmitter } from 'node:events'
import { readdirSync } from 'node:fs'
import type { Request, Response } from 'express'
import { register } from 'prom-client'
import { expect, it } from 'vitest'
import { countRequests, kindOfRoute } from './metrics'

it.each([
  ['/', 'public'],
  ['/students/fees/x/pay', 'student'],
  ['/student-management/quizzes', 'student'],
  ['/school', 'school'],
  ['/guardians/login', 'guardian'],
  ['/verify/abc', 'public'],
  ['/assets/a.js', 'asset'],
  ['/readyz', 'operator'],
  ['/wp-login.php', 'other'],
  ['/constructor', 'other'],
  ['/__proto__/x', 'other'],
])('counts requests for %s as %s', (path, kind) => {
  expect(kindOfRoute(path)).toBe(kind)
})

it('has a kind for every route', () => {
  const routes = (folder: string) => readdirSync(folder).filter((name) => !/^__|\.test\.tsx?$/.test(name))
  const firstParts = [...routes('app/routes').filter((name) => name !== '_public+'), ...routes('app/routes/_public+')]
    .map((name) => name.replaceAll(/[[\]]/g, '').replace(/\+$|(?<=.)\..*$/, ''))
    .map((name) => (name === 'index' ? '' : name))
  expect(firstParts).toContain('unsubscribe')
  expect(firstParts.filter((part) => kindOfRoute(`/${part}/x`) === 'other')).toEqual([])
})

it('counts a request whose client disconnected as 499, separately from completed ones', async () => {
  const count = countRequests()
  for (const writableFinished of [true, false, true]) {
    const response = Object.assign(new EventEmitter(), { statusCode: 200, writableFinished })
    count({ path: '/school' } as Request, response as unknown as Response, () => {})
    response.emit('close')
  }
  const name = 'shala_http_request_duration_seconds'
  const counts = (await register.getSingleMetricAsString(name)).match(/_count\{.*/g)
  expect(counts).toEqual(['_count{kind="school",status="200"} 2', '_count{kind="school",status="499"} 1'])
})
