import { expect, it } from 'vitest'
import { todayInIndia } from '~/models/core/shared/calendar'
import { makeBoarder, notificationsOf } from '../../../../../tests/factories/hostel-decisions'
import { makeSchool } from '../../../../../tests/factories/school'
import {
  locateSchool,
  makeFare,
  makeRoute,
  makeRun,
  makeTransportApplication,
  makeVehicle,
  makeVehicleApplication,
} from '../../../../../tests/factories/transport'
import { payTransportOf } from '../../../../../tests/factories/transport-decisions'
import { listOwnTransport, moneyOfTransport } from '../apply/own-transport.server'
import { raisePeriods } from '../raise-periods.server'
import { activateApplication } from './activate-application.server'
import { approveApplication } from './approve-application.server'
import { cancelOwnApplication, endByOffice } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { suspendApplication } from './suspend-application.server'

const today = todayInIndia(new Date())

/** School with one bus, and a student who reads Hindi. */
async function makeHindiReader() {
  const school = await makeSchool()
  await locateSchool(school)
  const fare = await makeFare(school, { name: 'Stadium fare' })
  const run = await makeRun(
    await makeVehicle(school, { number: 'GJ 03 ZZ 0001' }),
    await makeRoute(school, { name: 'R7' }),
  )
  const student = await makeBoarder(school, { language: 'hi' })
  let seenCount = 0
  /** Returns the notices since the last call. Expects each to be in Hindi, with a mail of the same text. */
  const newNotices = async (): Promise<{ title: string; body: string }[]> => {
    const { notices, mails: all } = await notificationsOf(student)
    // Payments also send a mail, so match mails to notices.
    const mails = all.filter((mail) => notices.some((notice) => mail.text.includes(notice.body)))
    expect(mails).toHaveLength(notices.length)
    const unseen = notices.slice(seenCount)
    for (const [index, notice] of notices.entries()) {
      expect(mails[index]?.subject).toContain(notice.title)
      expect(mails[index]?.text).toContain(notice.body)
      expect(notice.title).toMatch(/\p{Script=Devanagari}/u)
      expect(notice.body).toMatch(/\p{Script=Devanagari}/u)
    }
    seenCount = notices.length
    return unseen
  }
  return { school, scope: school.scope, fare, run, student, newNotices }
}

it('notifies each change of status once, by notice and mail, in the language of the student', async () => {
  const { school, scope, fare, run, student, newNotices } = await makeHindiReader()
  const application = await makeTransportApplication(student, fare)
  const expectOneNotice = async (...words: string[]) => {
    const [notice, ...more] = await newNotices()
    expect(more).toEqual([])
    for (const word of words) expect(notice?.body).toContain(word)
  }
  await expectOneNotice('Stadium fare')
  const approval = { startsOn: today, runId: run.publicId, remarks: null }
  expect(await approveApplication(scope, application.publicId, approval)).toMatchObject({ ok: true })
  await expectOneNotice('Stadium fare', '₹3,620')
  expect(await approveApplication(scope, application.publicId, approval)).toMatchObject({ reason: 'over' })
  const seat = { runId: run.publicId, pickupMinute: 425, dropMinute: 850, evenUnpaid: false }
  expect(await activateApplication(scope, application.publicId, seat)).toMatchObject({ reason: 'unpaid' })
  expect(await newNotices()).toEqual([])
  await payTransportOf(school, application)
  expect(await activateApplication(scope, application.publicId, seat)).toMatchObject({ ok: true })
  await expectOneNotice('R7', 'GJ 03 ZZ 0001', '07:05')
  expect(await suspendApplication(scope, application.publicId, 'बस में झगड़ा')).toMatchObject({ ok: true })
  await expectOneNotice('Stadium fare', 'बस में झगड़ा')
  expect(await raisePeriods(scope, application.id, today)).toBe(0)
  expect(await suspendApplication(scope, application.publicId, 'x')).toMatchObject({ reason: 'not-active' })
  expect(await activateApplication(scope, application.publicId, seat)).toMatchObject({ ok: true })
  await expectOneNotice('R7')
  const end = { kind: 'ended' as const, day: today, remarks: null }
  expect(await endByOffice(scope, application.publicId, end)).toMatchObject({ ok: true })
  await expectOneNotice('Stadium fare')
  expect(await endByOffice(scope, application.publicId, end)).toMatchObject({ reason: 'not-riding' })

  const { held } = await heldOf(scope, { ...application, kind: 'transport', endedOn: today })
  const amounts = held.map(({ duePublicId, suggestedPaise }) => ({ duePublicId, amountPaise: suggestedPaise }))
  const decision = { amounts, remarks: 'सीट फटी', givenBy: 'cash' as const, givenReference: null }
  const refundPaise = amounts.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  expect(await decideRefund(scope, application.publicId, decision)).toEqual({ ok: true, value: refundPaise })
  expect(await decideRefund(scope, application.publicId, decision)).toMatchObject({ reason: 'nothing-open' })
  await expectOneNotice('Stadium fare', 'सीट फटी', '₹')
  // The student's page shows the same amount.
  const shown = (await listOwnTransport(student.scope)).find(({ publicId }) => publicId === application.publicId)
  expect(shown && (await moneyOfTransport(student.scope, shown)).back).toEqual({
    refundedPaise: refundPaise,
    comingPaise: 0,
  })
})

it('notifies the student when an application is rejected or cancelled, and when nothing is refunded', async () => {
  const { school, scope, fare, run, student, newNotices } = await makeHindiReader()
  /** Expects one notice for each of these changes since the last call; only the last one contains the remarks. */
  const expectNotices = async (changes: string[], remarks: string) => {
    const bodies = (await newNotices()).map(({ body }) => body)
    expect(bodies).toHaveLength(changes.length)
    expect(bodies.filter((body) => body.includes(remarks))).toEqual(bodies.slice(-1))
  }
  const rejected = await makeTransportApplication(student, fare)
  await endByOffice(scope, rejected.publicId, { kind: 'rejected', remarks: 'कोई बस नहीं' })
  await expectNotices(['applied', 'rejected'], 'कोई बस नहीं')
  const own = await makeTransportApplication(student, fare)
  await cancelOwnApplication(student.scope, own.publicId)
  expect(await newNotices()).toHaveLength(2)
  const application = await makeVehicleApplication(student, run)
  await approveApplication(scope, application.publicId, { startsOn: today, runId: run.publicId, remarks: null })
  await payTransportOf(school, application)
  await endByOffice(scope, application.publicId, { kind: 'cancelled', by: 'office', remarks: 'बस बिक गई' })
  await expectNotices(['applied', 'approved', 'cancelled'], 'बस बिक गई')
  const nothing = { amounts: [], remarks: 'तय अनुसार', givenBy: null, givenReference: null }
  expect(await decideRefund(scope, application.publicId, nothing)).toEqual({ ok: true, value: 0 })
  const [decision] = await newNotices()
  expect(decision?.body).toContain('तय अनुसार')
  expect(decision?.body).not.toContain('₹')
})
