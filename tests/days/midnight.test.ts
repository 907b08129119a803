import { afterAll, beforeAll, expect, it } from 'vitest'
import { paths } from '~/addresses/paths'
import { staffCookie, studentCookie } from '../factories/app'
import { atMoment, inIndia } from '../factories/days'
import { type House, openHouse } from '../security/house'
import { makeMovableClock } from './movable-clock'

/*
 * A portal that runs past midnight in India, from 31 March into the next financial year: caches of the previous day
 * must expire. Only the clock of the portal moves; the database, whose clock ends sessions, keeps its own.
 */

const clock = makeMovableClock()
const [evening, midnight] = [inIndia('2027-03-31', '23:00'), inIndia('2027-04-01')]

let house: House
beforeAll(async () => {
  clock.moveTo(evening)
  house = await openHouse(clock.env)
})
afterAll(async () => {
  await house?.close()
  clock.remove()
})

/** Creates a school whose cashier received ₹100 of a student's tuition on 31 March. */
async function makeDay() {
  const { makeKinds } = await import('../factories/certificates')
  const { makeDue } = await import('../factories/ledger')
  const { makeSchool, makeStaff } = await import('../factories/school')
  const { newFormKey } = await import('../factories/start-payment')
  const { makeStudent } = await import('../factories/student')
  const { markHeads } = await import('~/models/learning/certificates/tuition-heads.server')
  const { recordOfflinePayment } = await import('~/models/money/ledger/counter/record-offline-payment.server')
  const school = await makeSchool()
  const cashier = await makeStaff(school)
  const student = await makeStudent(school)
  await makeKinds(school)
  await atMoment(inIndia('2027-03-31', '11:00'), async () => {
    const due = await makeDue(student, { amountPaise: 100_00, dueOn: '2027-03-31' })
    const taken = await recordOfflinePayment(cashier.scope, {
      dueIds: [due.publicId],
      amountPaise: 100_00,
      method: 'cash',
      reference: null,
      remarks: null,
      paidOn: '2027-03-31',
      formKey: newFormKey(),
    })
    if (!taken.ok) throw new Error(taken.reason)
    await makeDue(student, { amountPaise: 70_00, dueOn: '2027-03-31' })
  })
  await markHeads(school.scope, ['Tuition Fee', 'Computer Fee'], ['Tuition Fee'])
  return { office: await staffCookie(school, cashier), student: await studentCookie(student) }
}

/** Returns the text of a page, without its markup. */
const words = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

it('shows the new day on all tested pages from midnight in IST, although they were cached the day before', async () => {
  const cookies = await makeDay()
  const read = async (address: string, cookie: string) => words((await house.app.request(address, { cookie })).text)
  const opened = async (validator = '') =>
    house.app.request('/students/fees', { cookie: cookies.student, headers: { 'If-None-Match': validator } })
  const certificate = async () => {
    const form = { year: '2026-27' }
    const answer = await house.app.request(paths.student.feeCertificate, { cookie: cookies.student, form })
    expect(answer.status).toBe(303)
    return answer.headers.location
  }

  await opened()
  const kept = (await opened()).headers.etag ?? ''
  expect((await opened(kept)).status).toBe(304)
  expect(await read('/school', cookies.office)).toMatch(/Collected today ₹\s*100/)
  expect(await read('/school/collections/cash-closings/new', cookies.office)).toContain('₹100.00')
  const ofTheYear = await certificate()

  clock.moveTo(midnight)
  const next = await opened(kept)
  expect(next.status).toBe(200)
  expect(words(next.text)).toMatch(/overdue/i)
  expect(await read('/school', cookies.office)).toMatch(/Collected today ₹\s*0/)
  expect(await read('/school/collections/cash-closings/new', cookies.office)).not.toContain('₹100.00')
  expect(await certificate()).toBe(ofTheYear)
})
