import { afterAll, expect, it, vi } from 'vitest'

const store = await vi.hoisted(async () => {
  const { startObjectStore } = await import('../../tests/stand-ins/object-store')
  const started = await startObjectStore()
  process.env.STORAGE_URL = started.address
  return started
})

import type { LoaderFunctionArgs } from '@remix-run/node'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import { loader as officeReceipt } from '~/routes/school+/_shell+/receipts+/$id'
import { loader as ownReceipt } from '~/routes/students+/_shell+/receipts+/$id'
import { signedInStaff, signedInStudent } from '../../tests/factories/accounts'
import { makeDue } from '../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../tests/factories/school'
import { newFormKey } from '../../tests/factories/start-payment'
import { makeStudent } from '../../tests/factories/student'
import { answerTrouble } from './resource-trouble.server'

afterAll(store.stop)

type Loader = (args: LoaderFunctionArgs) => unknown

/** Follows a link to the receipt as a browser does, or fetches it as a script; the server wraps the loader like this. */
async function download(loader: Loader, cookie: string, id: string, mode: 'navigate' | 'cors') {
  const request = new Request('http://localhost:3000/receipt', { headers: { cookie, 'Sec-Fetch-Mode': mode } })
  const answer = await answerTrouble(loader)({ request, params: { id }, context: {} }).catch((thrown) => thrown)
  if (!(answer instanceof Response)) throw answer
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

it('asks the reader of a receipt to wait while the file store is unreachable, whether or not it was made before', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  const receipt = async () => {
    const due = await makeDue(student)
    const paid = await recordOfflinePayment(school.scope, {
      dueIds: [due.publicId],
      method: 'cash',
      amountPaise: due.owedPaise,
      reference: null,
      remarks: null,
      paidOn: todayInIndia(new Date()),
      formKey: newFormKey(),
    })
    if (!paid.ok) throw new Error(paid.reason)
    return paid.value.receiptId
  }
  const [kept, unmade] = [await receipt(), await receipt()]
  const { cookie } = await signedInStudent(student)
  const { cookie: officeCookie } = await signedInStaff(await makeStaff(school))
  const made = await download(ownReceipt, cookie, kept, 'navigate')
  expect([made.status, made.text.slice(0, 5)]).toEqual([200, '%PDF-'])

  await store.stop()
  for (const id of [kept, unmade])
    for (const [loader, own] of [
      [ownReceipt, cookie],
      [officeReceipt, officeCookie],
    ] as const) {
      const page = await download(loader, own, id, 'navigate')
      expect(page.status).toBe(503)
      expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(page.headers.get('Content-Type')).toContain('text/html')
      expect(page.text).toContain(`<h1>${m.public_unreachable_title()}</h1>`)
      expect(page.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/)
      const json = await download(loader, own, id, 'cors')
      expect([json.status, json.headers.get('Content-Type')?.split(';')[0]]).toEqual([503, 'application/json'])
    }
})
