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
async function makeReader() {
  const school = await makeSchool()
  const room = await makeRoom(await makeHostel(school, { name: 'Narmada' }), { capacity: 1, number: '101' })
  const student = await makeBoarder(school, { language: 'hi' })
  const apply = (semester: Semester) => makeHostelApplication(student, room, { semester })
  let heard = 0
  /** News since the last call: always one notice and one mail with the same words, in Hindi. */
  const news = async (): Promise<{ title: string; body: string }[]> => {
    const { notices, mails: all } = await notificationsOf(student)
    // A payment also sends a mail.
    const mails = all.filter((mail) => notices.some((notice) => mail.text.includes(notice.body)))
    expect(mails).toHaveLength(notices.length)
    const fresh = notices.slice(heard)
    for (const [index, notice] of notices.entries()) {
      expect(mails[index]?.subject).toContain(notice.title)
      expect(mails[index]?.text).toContain(notice.body)
      expect(notice.title).toMatch(/\p{Script=Devanagari}/u)
    }
    heard = notices.length
    return fresh
  }
  return { school, room, student, apply, news }
}

it("notifies each change of status once, by notice and mail, in the student's language", async () => {
  const { school, room, student, apply, news } = await makeReader()
  const { scope } = school
  const place = await apply('1')
  expect(await news()).toHaveLength(1)
  expect(await approveApplication(scope, place.publicId, null)).toMatchObject({ ok: true })
  expect(await news()).toHaveLength(1)
  expect(await approveApplication(scope, place.publicId, null)).toMatchObject({ reason: 'over' })
  expect(await saveRemarks(scope, place.publicId, 2, { adminRemarks: 'Near the warden' })).toMatchObject({ ok: true })
  expect(await news()).toEqual([])
  await payRoom(school, { id: place.id, studentId: student.id })
  expect(await checkIn(scope, place.publicId, today)).toMatchObject({ ok: true })
  expect(await news()).toHaveLength(1)
  expect(await checkOut(scope, place.publicId, today)).toMatchObject({ ok: true })
  expect(await news()).toHaveLength(1)

  const { held } = await heldOf(scope, { id: place.id, studentId: student.id, checkedOutOn: today })
  const decision = {
    amounts: held.map((due) => ({
      duePublicId: due.duePublicId,
      amountPaise: Math.max(0, due.suggestedPaise - 1_000_00),
    })),
    givenBy: 'cash' as const,
    givenReference: null,
  }
  expect(await decideRefund(scope, place.publicId, { ...decision, remarks: null })).toMatchObject({ reason: 'say-why' })
  const remarks = 'टूटी खिड़की'
  expect(await decideRefund(scope, place.publicId, { ...decision, remarks })).toMatchObject({ value: 9_000_00 })
  expect(await decideRefund(scope, place.publicId, { ...decision, remarks })).toMatchObject({ reason: 'nothing-open' })
  const [refund, ...more] = await news()
  expect(more).toEqual([])
  expect(refund?.body).toContain('₹9,000')
  expect(refund?.body).toContain(remarks)
  expect(refund?.body).toContain('Narmada')

  const second = await apply('2')
  expect(await rejectApplication(scope, second.publicId, 'कोई जगह नहीं')).toMatchObject({ ok: true })
  expect((await news()).map((one) => one.body.includes('कोई जगह नहीं'))).toEqual([false, true])
  const third = await apply('3')
  expect(await cancelApplication(scope, third.publicId, 'बंद')).toMatchObject({ ok: true })
  expect(await news()).toHaveLength(2)
  const fourth = await apply('4')
  expect(await cancelOwnApplication(student.scope, fourth.publicId)).toMatchObject({ ok: true })
  expect(await news()).toHaveLength(2)

  // Another student has the bed; applicants are notified of the list, the offer, its end and the approval.
  const other = await makeBoarder(school)
  const inside = await makeHostelApplication(other, room)
  const waiting = [await apply('5'), await apply('6')] as const
  await approveApplication(scope, inside.publicId, null)
  for (const one of waiting) expect(await waitlistApplication(scope, one.publicId, null)).toMatchObject({ ok: true })
  expect(await news()).toHaveLength(4)
  await cancelOwnApplication(other.scope, inside.publicId)
  expect(await news()).toHaveLength(1)
  const offered = (await notificationsOf(student)).mails.at(-1)
  expect(offered?.text).toContain(offerUrl(waiting[0].publicId))
  expect(offered?.text).not.toContain('/students/notices/')
  await expireOffer(waiting[0])
  await lapseOffer(scope, waiting[0].id)
  await lapseOffer(scope, waiting[0].id)
  expect(await news()).toHaveLength(2)
  expect(await acceptOffer(student.scope, waiting[1].publicId)).toMatchObject({ ok: true })
  expect(await news()).toHaveLength(1)
})

it('notifies the student when nothing is refunded', async () => {
  const { school, student, apply, news } = await makeReader()
  const place = await apply('1')
  await payRoom(school, { id: place.id, studentId: student.id })
  await rejectApplication(school.scope, place.publicId, 'No place')
  await news()
  const nothing = { amounts: [], givenBy: null, givenReference: null }
  expect(await decideRefund(school.scope, place.publicId, { ...nothing, remarks: null })).toMatchObject({
    reason: 'say-why',
  })
  expect(await decideRefund(school.scope, place.publicId, { ...nothing, remarks: 'As agreed' })).toEqual({
    ok: true,
    value: 0,
  })
  const [told] = await news()
  expect(told?.body).toContain('As agreed')
  expect(told?.body).not.toContain('₹')
})

it('mentions a pending refund decision at the end of a stay only if money is held, and the deposit only if there was one', async () => {
  const school = await makeSchool()
  /** A stay that begins and ends today; returns its final notice. */
  const stay = async (hostel: { depositPaise: number }, { paysAhead = false } = {}) => {
    const student = await makeBoarder(school)
    const place = await makeHostelApplication(student, await makeRoom(await makeHostel(school, hostel)))
    expect(await approveApplication(school.scope, place.publicId, null)).toMatchObject({ ok: true })
    await stayUntil(place, addMonths(today, 3))
    if (paysAhead) await raiseMonths(school.scope, place.id, addDays(today, 28))
    await payRoom(school, { id: place.id, studentId: student.id })
    expect(await checkIn(school.scope, place.publicId, today)).toMatchObject({ ok: true })
    expect(await checkOut(school.scope, place.publicId, today)).toMatchObject({ ok: true })
    const ended = await readApplication(place.publicId)
    const { body } = (await notificationsOf(student)).notices.at(-1) ?? { body: '' }
    return { refundState: ended?.refundState, told: body.split('. ')[1] ?? null }
  }
  expect(await stay({ depositPaise: 10_000_00 })).toEqual({
    refundState: 'open',
    told: 'The school decides how much of your deposit is refunded.',
  })
  expect(await stay({ depositPaise: 0 })).toEqual({ refundState: 'none', told: null })
  expect(await stay({ depositPaise: 0 }, { paysAhead: true })).toEqual({
    refundState: 'open',
    told: 'The school decides how much of your payment is refunded.',
  })
})

it('replaces remarks with those of the decision form, even empty ones, but keeps them when an offered bed is accepted', async () => {
  const { school, student, apply } = await makeReader()
  const { scope } = school
  const remarksOf = async (place: { publicId: string }) => (await readApplication(place.publicId))?.adminRemarks
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
