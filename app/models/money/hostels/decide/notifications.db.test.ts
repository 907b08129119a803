import { expect, it } from 'vitest'
import { addDays, addMonths, todayInIndia } from '~/models/core/shared/calendar'
import { makeBoarder, notificationsOf, payRoom } from '../../../../../tests/factories/hostel-decisions'
import {
  expireOffer,
  makeHostel,
  makeHostelApplication,
  makeRoom,
  readApplication,
  stayUntil,
} from '../../../../../tests/factories/hostels'
import { makeSchool } from '../../../../../tests/factories/school'
import type { Semester } from '../options'
import { checkIn, checkOut } from '../stay/move-in-and-out.server'
import { raiseMonths } from '../stay/raise-months.server'
import { acceptOffer, approveApplication } from './approve-application.server'
import { cancelApplication, cancelOwnApplication, rejectApplication } from './close-application.server'
import { decideRefund, heldOf } from './decide-refund.server'
import { offerUrl } from './notify-applicant.server'
import { lapseOffer } from './offer-beds.server'
import { saveRemarks } from './save-remarks.server'
import { waitlistApplication } from './waitlist-application.server'

const today = todayInIndia(new Date())

/** A room with one bed, and a student who reads Hindi and applies for it. */
async function makeHindiReader() {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school, { name: 'Narmada' }), { capacity: 1, number: '101' })
  const student = await makeBoarder(school, { language: 'hi' })
  const apply = (semester: Semester) => makeHostelApplication(student, room, { semester })
  let seenCount = 0
  /** Returns the notices since the last call. Asserts that each was also mailed with the same text, in Hindi. */
  const newNotices = async (): Promise<{ title: string; body: string }[]> => {
    const { notices, mails: all } = await notificationsOf(student)
    // Ignores the mail about a payment, which has no notice.
    const mails = all.filter((mail) => notices.some((notice) => mail.text.includes(notice.body)))
    expect(mails).toHaveLength(notices.length)
    const unseen = notices.slice(seenCount)
    for (const [index, notice] of notices.entries()) {
      expect(mails[index]?.subject).toContain(notice.title)
      expect(mails[index]?.text).toContain(notice.body)
      expect(notice.title).toMatch(/\p{Script=Devanagari}/u)
    }
    seenCount = notices.length
    return unseen
  }
  return { school, room, student, apply, newNotices }
}

it("notifies each change of status once, by notice and mail, in the student's language", async () => {
  const { school, room, student, apply, newNotices } = await makeHindiReader()
  const { scope } = school
  const first = await apply('1')
  expect(await newNotices()).toHaveLength(1)
  expect(await approveApplication(scope, first.publicId, null)).toMatchObject({ ok: true })
  expect(await newNotices()).toHaveLength(1)
  expect(await approveApplication(scope, first.publicId, null)).toMatchObject({ reason: 'over' })
  expect(await saveRemarks(scope, first.publicId, 2, { adminRemarks: 'Near the warden' })).toMatchObject({ ok: true })
  expect(await newNotices()).toEqual([])
  await payRoom(school, { id: first.id, studentId: student.id })
  expect(await checkIn(scope, first.publicId, today)).toMatchObject({ ok: true })
  expect(await newNotices()).toHaveLength(1)
  expect(await checkOut(scope, first.publicId, today)).toMatchObject({ ok: true })
  expect(await newNotices()).toHaveLength(1)

  const { held } = await heldOf(scope, { id: first.id, studentId: student.id, checkedOutOn: today })
  const decision = {
    amounts: held.map((due) => ({
      duePublicId: due.duePublicId,
      amountPaise: Math.max(0, due.suggestedPaise - 1_000_00),
    })),
    givenBy: 'cash' as const,
    givenReference: null,
  }
  expect(await decideRefund(scope, first.publicId, { ...decision, remarks: null })).toMatchObject({ reason: 'say-why' })
  const remarks = 'टूटी खिड़की'
  expect(await decideRefund(scope, first.publicId, { ...decision, remarks })).toMatchObject({ value: 9_000_00 })
  expect(await decideRefund(scope, first.publicId, { ...decision, remarks })).toMatchObject({ reason: 'nothing-open' })
  const [refund, ...more] = await newNotices()
  expect(more).toEqual([])
  expect(refund?.body).toContain('₹9,000')
  expect(refund?.body).toContain(remarks)
  expect(refund?.body).toContain('Narmada')

  const second = await apply('2')
  expect(await rejectApplication(scope, second.publicId, 'कोई जगह नहीं')).toMatchObject({ ok: true })
  const [received, rejected, ...others] = await newNotices()
  expect(received?.body).not.toContain('कोई जगह नहीं')
  expect(rejected?.body).toContain('कोई जगह नहीं')
  expect(others).toEqual([])
  const third = await apply('3')
  expect(await cancelApplication(scope, third.publicId, 'बंद')).toMatchObject({ ok: true })
  expect(await newNotices()).toHaveLength(2)
  const fourth = await apply('4')
  expect(await cancelOwnApplication(student.scope, fourth.publicId)).toMatchObject({ ok: true })
  expect(await newNotices()).toHaveLength(2)

  // Another student has the bed; this one is notified of the waiting list, both offers, an expired offer and the
  // approval.
  const other = await makeBoarder(school)
  const inside = await makeHostelApplication(other, room)
  const waiting = [await apply('5'), await apply('6')] as const
  await approveApplication(scope, inside.publicId, null)
  for (const { publicId } of waiting)
    expect(await waitlistApplication(scope, publicId, null)).toMatchObject({ ok: true })
  expect(await newNotices()).toHaveLength(4)
  await cancelOwnApplication(other.scope, inside.publicId)
  expect(await newNotices()).toHaveLength(1)
  const offered = (await notificationsOf(student)).mails.at(-1)
  expect(offered?.text).toContain(offerUrl(waiting[0].publicId))
  expect(offered?.text).not.toContain('/students/notices/')
  await expireOffer(waiting[0])
  await lapseOffer(scope, waiting[0].id)
  await lapseOffer(scope, waiting[0].id)
  expect(await newNotices()).toHaveLength(2)
  expect(await acceptOffer(student.scope, waiting[1].publicId)).toMatchObject({ ok: true })
  expect(await newNotices()).toHaveLength(1)
})

it('notifies the student when nothing is refunded', async () => {
  const { school, student, apply, newNotices } = await makeHindiReader()
  const application = await apply('1')
  await payRoom(school, { id: application.id, studentId: student.id })
  await rejectApplication(school.scope, application.publicId, 'No place')
  await newNotices()
  const nothing = { amounts: [], givenBy: null, givenReference: null }
  expect(await decideRefund(school.scope, application.publicId, { ...nothing, remarks: null })).toMatchObject({
    reason: 'say-why',
  })
  expect(await decideRefund(school.scope, application.publicId, { ...nothing, remarks: 'As agreed' })).toEqual({
    ok: true,
    value: 0,
  })
  const [notice] = await newNotices()
  expect(notice?.body).toContain('As agreed')
  expect(notice?.body).not.toContain('₹')
})

it('mentions a pending refund decision at the end of a stay only if money is held, and the deposit only if there was one', async () => {
  const school = await makeSchool()
  /** A stay that begins and ends today; returns its final notice. */
  const stay = async (hostel: { depositPaise: number }, { paysAhead = false } = {}) => {
    const student = await makeBoarder(school)
    const application = await makeHostelApplication(student, await makeRoom(await makeHostel(school, hostel)))
    expect(await approveApplication(school.scope, application.publicId, null)).toMatchObject({ ok: true })
    await stayUntil(application, addMonths(today, 3))
    if (paysAhead) await raiseMonths(school.scope, application.id, addDays(today, 28))
    await payRoom(school, { id: application.id, studentId: student.id })
    expect(await checkIn(school.scope, application.publicId, today)).toMatchObject({ ok: true })
    expect(await checkOut(school.scope, application.publicId, today)).toMatchObject({ ok: true })
    const ended = await readApplication(application.publicId)
    const { body } = (await notificationsOf(student)).notices.at(-1) ?? { body: '' }
    return { refundState: ended?.refundState, secondSentence: body.split('. ')[1] ?? null }
  }
  expect(await stay({ depositPaise: 10_000_00 })).toEqual({
    refundState: 'open',
    secondSentence: 'The school decides how much of your deposit is refunded.',
  })
  expect(await stay({ depositPaise: 0 })).toEqual({ refundState: 'none', secondSentence: null })
  expect(await stay({ depositPaise: 0 }, { paysAhead: true })).toEqual({
    refundState: 'open',
    secondSentence: 'The school decides how much of your payment is refunded.',
  })
})

it('replaces remarks with those of the decision form, even empty ones, but keeps them when an offered bed is accepted', async () => {
  const { school, student, apply } = await makeHindiReader()
  const { scope } = school
  const remarksOf = async (application: { publicId: string }) =>
    (await readApplication(application.publicId))?.adminRemarks
  const [approved, waiting] = [await apply('1'), await apply('2')]
  await saveRemarks(scope, approved.publicId, 1, { adminRemarks: 'Ask the father' })
  expect(await approveApplication(scope, approved.publicId, null)).toMatchObject({ ok: true })
  expect(await remarksOf(approved)).toBeNull()

  await saveRemarks(scope, waiting.publicId, 1, { adminRemarks: 'Ask the father' })
  expect(await waitlistApplication(scope, waiting.publicId, null)).toMatchObject({ ok: true })
  expect(await remarksOf(waiting)).toBeNull()
  // Two clerks opened the remarks: the second save is refused.
  const late = await saveRemarks(scope, waiting.publicId, 1, { adminRemarks: 'Upper bed' })
  expect(late).toMatchObject({ reason: 'changed' })
  await saveRemarks(scope, waiting.publicId, 3, { adminRemarks: 'Lower bed' })
  await cancelOwnApplication(student.scope, approved.publicId)
  expect(await acceptOffer(student.scope, waiting.publicId)).toMatchObject({ ok: true })
  expect(await remarksOf(waiting)).toBe('Lower bed')
})
