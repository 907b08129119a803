import { UNSAFE_ErrorResponseImpl as RouteErrorResponse } from '@remix-run/router'
import { afterEach, expect, it, vi } from 'vitest'
import { log } from '~/services/log.server'
import { logError } from './log.server'

const request = new Request('http://localhost/students/reset-password?token=secret', {
  headers: { 'X-Request-Id': 'request-1' },
})

afterEach(() => vi.restoreAllMocks())

it('logs an unexpected error with the request id and the path, without the query', () => {
  const error = vi.spyOn(log(), 'error').mockImplementation(() => {})
  logError(new Error('no bread'), request)
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ requestId: 'request-1', method: 'GET', path: '/students/reset-password' }),
  )
  expect(JSON.stringify(error.mock.calls)).not.toContain('secret')
})

it.each([404, 405])(
  'does not log a response of %d, since a client that tries addresses could fill the disk',
  (status) => {
    const error = vi.spyOn(log(), 'error').mockImplementation(() => {})
    logError(new RouteErrorResponse(status, '', null), request)
    expect(error).not.toHaveBeenCalled()
  },
)
