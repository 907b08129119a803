import { afterEach, describe, expect, it } from 'vitest'
import { verifyCallback } from '../app/services/payments/signatures.server'
import { call, cleanUp, eventsOf, makeLink, merchant, start, submit } from '../tests/factories/sandbox-calls'

afterEach(cleanUp)

describe('the hosted payment page of the sandbox', () => {
  it('shows that it is the sandbox and offers the four actions without any script', async () => {
    const { sandbox } = await start()
    const { page } = await makeLink(sandbox, { description: '<b>Tuition</b>' })
    const response = await fetch(page)
    const html = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).toContain('PAYMENT SANDBOX. No real money moves here.')
    for (const label of ['Pay ₹1,234.00', 'Fail this payment', 'Cancel and go back', 'Let it expire, then pay late']) {
      expect(html).toContain(`>${label}</button>`)
    }
    expect(html).not.toContain('<b>Tuition')
    expect(html).not.toContain('<script')
    expect(html).toContain('name="viewport"')
  })

  it('shows the amount with Indian digit grouping', async () => {
    const { sandbox } = await start()
    const { page } = await makeLink(sandbox, { amount: 12_34_567_89 })
    expect(await (await fetch(page)).text()).toContain('Pay ₹12,34,567.89')
  })

  it('redirects the payer to the merchant with five parameters, one of them a valid signature', async () => {
    const { sandbox, listener } = await start()
    const { id, page, reference } = await makeLink(sandbox)
    const response = await submit(page, 'pay', 'card')
    expect(response.status).toBe(303)
    const back = new URL(response.headers.get('location') ?? '')
    expect(back.pathname).toBe('/students/payments/abc/callback')
    const value = (name: string) => back.searchParams.get(`razorpay_${name}`) ?? ''
    expect(back.searchParams.get('from')).toBe('link')
    const parameters = {
      linkId: value('payment_link_id'),
      referenceId: value('payment_link_reference_id'),
      status: value('payment_link_status'),
      paymentId: value('payment_id'),
      signature: value('signature'),
    }
    expect(parameters).toMatchObject({ linkId: id, referenceId: reference, status: 'paid' })
    expect(verifyCallback(parameters, merchant.key_secret)).toBe(true)
    expect(verifyCallback({ ...parameters, status: 'created' }, merchant.key_secret)).toBe(false)
    await sandbox.settled()
    expect(eventsOf(listener)).toEqual(['payment.authorized', 'payment.captured', 'payment_link.paid'])
  })

  it('captures the money once even when Pay is pressed many times', async () => {
    const { sandbox } = await start()
    const { page } = await makeLink(sandbox)
    const responses = await Promise.all(Array.from({ length: 20 }, () => submit(page, 'pay')))
    expect(new Set(responses.map((response) => response.headers.get('location'))).size).toBe(1)
    expect(sandbox.ledger().payments).toHaveLength(1)
    expect(await (await fetch(page)).text()).toContain('This payment link is paid.')
  })

  it('allows a retry after a failed payment', async () => {
    const { sandbox, listener } = await start()
    const { page } = await makeLink(sandbox)
    const response = await submit(page, 'fail')
    expect(response.status).toBe(303)
    const html = await (await fetch(new URL(response.headers.get('location') ?? '', page))).text()
    expect(html).toContain('The payment failed. Nothing was taken from your account.')
    await submit(page, 'pay')
    await sandbox.settled()
    expect(eventsOf(listener)).toContain('payment.failed')
    expect(sandbox.ledger()).toMatchObject({
      captured: 123400,
      payments: [{ status: 'failed' }, { status: 'captured' }],
    })
  })

  it('redirects a payer who cancels to the merchant without payment parameters', async () => {
    const { sandbox } = await start()
    const { page } = await makeLink(sandbox)
    const response = await submit(page, 'cancel')
    expect(response.headers.get('location')).toBe('http://127.0.0.1:3000/students/payments/abc/callback?from=link')
    expect(sandbox.ledger().payments).toEqual([])
  })

  it('captures a late payment after the link has expired', async () => {
    let now = new Date()
    const { sandbox, listener } = await start({ now: () => now, lateCaptureMs: 20 })
    const { id, page } = await makeLink(sandbox)
    await submit(page, 'late')
    const linkNow = async () => (await call(sandbox, `/payment_links/${id}`)).body
    now = new Date(now.getTime() + 19)
    expect(await linkNow()).toMatchObject({ status: 'expired', payments: null })
    now = new Date(now.getTime() + 1)
    expect(await linkNow()).toMatchObject({ status: 'expired', payments: [{ status: 'captured' }] })
    expect(await (await fetch(page)).text()).toContain('The bank has confirmed the payment late.')
    await sandbox.settled()
    expect(eventsOf(listener)).toEqual(['payment_link.expired', 'payment.authorized', 'payment.captured'])
  })

  it('returns 404 for an unknown link', async () => {
    const { sandbox } = await start()
    expect((await fetch(`${sandbox.url}/l/plink_unknown`)).status).toBe(404)
    expect((await submit(`${sandbox.url}/l/plink_unknown`, 'pay')).status).toBe(404)
  })

  it('refuses payment after the link has expired', async () => {
    let now = new Date()
    const { sandbox, listener } = await start({ now: () => now })
    const { id, page } = await makeLink(sandbox)
    now = new Date(now.getTime() + 21 * 60_000)
    await submit(page, 'pay')
    expect((await call(sandbox, `/payment_links/${id}`)).body).toMatchObject({ status: 'expired', amount_paid: 0 })
    expect(sandbox.ledger().captured).toBe(0)
    await sandbox.settled()
    expect(eventsOf(listener)).toEqual(['payment_link.expired'])
  })
})
