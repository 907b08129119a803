import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { newLink } from '../../../tests/factories/payment-link'
import { linkRefusals } from '../../../tests/fixtures/razorpay/links'
import { refundRefusals } from '../../../tests/fixtures/razorpay/payments'
import { patience } from '../../../tests/setup/slowness'
import { razorpayProvider } from './razorpay.server'
import { failureFrom } from './razorpay-failures.server'

describe('a faulty server', () => {
  async function against(listener: RequestListener, timeoutMs = patience(10_000)) {
    const server = createServer(listener)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const provider = razorpayProvider({ keyId: 'rzp_test_a', keySecret: 'b', baseUrl, timeoutMs })
    const result = await provider.createLink(newLink())
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    return { result, provider }
  }

  it('returns unreachable for a refused connection', async () => {
    const { provider } = await against((_request, response) => response.end())
    expect(await provider.checkKeys()).toMatchObject({ ok: false, reason: 'unreachable', code: 'no-answer' })
  })

  it('returns a timeout at the deadline when the response never ends', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    const { result } = await against((_request, response) => {
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }, patience(200))
    expect(result).toMatchObject({ reason: 'unreachable', code: 'timeout' })
    expect(limit.mock.calls).toEqual([[patience(200)]])
    limit.mockRestore()
  })

  it('does not send the keys on to the target of a redirect', async () => {
    const hosts: (string | undefined)[] = []
    const { result } = await against((request, response) => {
      hosts.push(request.url)
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect(result).toMatchObject({ ok: false, reason: 'unreachable' })
    expect(hosts).toEqual(['/v1/payment_links'])
  })

  it.each([
    [502, '<html>Bad gateway</html>', 'unreachable'],
    [503, '', 'unreachable'],
    [429, '{"error":{"code":"BAD_REQUEST_ERROR","description":"Too many requests"}}', 'unreachable'],
    [409, `{"error":{"description":"${refundRefusals.sameKeyInProgress}"}}`, 'unreachable'],
    [200, '<html>Welcome</html>', 'unreachable'],
    [200, 'null', 'unreachable'],
    [200, '{"id":"plink_A","amount":12.5,"amount_paid":0,"status":"created","currency":"INR"}', 'unreachable'],
    [400, 'null', 'unreachable'],
    [400, '{"error":{"code":"BAD_REQUEST_ERROR","description":"No"}}', 'refused'],
    [404, '{}', 'refused'],
    [401, '', 'bad-keys'],
  ])('returns a failure and does not throw for status %i with body %j', async (status, body, reason) => {
    const { result } = await against((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    expect(result).toMatchObject({ ok: false, reason, message: expect.stringMatching(/./) })
  })

  it.each([undefined, null, 'Payment Link ID is mandatory', new TypeError('x'), {}, { statusCode: 'x' }])(
    'returns a failure for everything that the razorpay package may throw: %j',
    (thrown) => {
      expect(failureFrom(thrown)).toMatchObject({ ok: false, reason: 'unreachable' })
    },
  )

  it('recognises both error messages for a reference that is already used', () => {
    for (const description of [linkRefusals.referenceUsed, 'payment link with given reference_id: A already exists']) {
      expect(failureFrom({ statusCode: 400, error: { description } })).toMatchObject({ code: 'reference-used' })
    }
  })
})
