import { describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { declareTransfer } from '~/models/money/ledger/counter/declared-payments.server'
import { makeEnrollment } from '../../../../../tests/factories/academics'
import { applicationFor, makeHostel, makeHostelApplication, makeRoom } from '../../../../../tests/factories/hostels'
import { unique } from '../../../../../tests/factories/insert'
import { readRow } from '../../../../../tests/factories/read'
import { makeSchool } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { applyForRoom, findSent } from './apply-for-room.server'
import { checkEligibility } from './check-eligibility.server'
import { findDraft, removeDraft, saveDraft, saveInDraft } from './draft.server'
import { findOwnApplication } from './own-applications.server'
import { roomDuesToPay, roomPaymentStep } from './room-payment.server'
import { findChosenRoom, listFreeRooms, listHostelsToChoose } from './rooms-to-choose.server'
import { suggestGuardian } from './suggest-guardian.server'

async function makeBoarder(gender = 'Female') {
  const school = await makeSchool()
  const student = await makeStudent(school, { gender: gender as 'Female' })
  await makeEnrollment(student)
  return { school, student }
}

describe('the draft of an application', () => {
  it('keeps the answers of each step as typed, under one form key, until the application is sent', async () => {
    const { school, student } = await makeBoarder()
    expect(await findDraft(student.scope)).toBeNull()
    await saveDraft(student.scope, { room_id: 'x', check_in_date: 'tomorrow' })
    const first = await findDraft(student.scope)
    await saveDraft(student.scope, { guardian_name: '🏠\u0000', room_id: 'y' })
    const draft = await findDraft(student.scope)
    expect(draft?.fields).toEqual({ room_id: 'y', check_in_date: 'tomorrow', guardian_name: '🏠\u0000' })
    expect(draft?.formKey).toBe(first?.formKey)
    const other = await makeStudent(school)
    expect(await findDraft(other.scope)).toBeNull()
    await removeDraft(other.scope, draft?.formKey ?? '')
    await removeDraft(student.scope, 'another-key')
    expect(await findDraft(student.scope)).not.toBeNull()
    await removeDraft(student.scope, draft?.formKey ?? '')
    expect(await findDraft(student.scope)).toBeNull()
  })

  it('is stored once when many pages save it concurrently', async () => {
    const { student } = await makeBoarder()
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => saveDraft(student.scope, { special_requirements: `${index}` })),
    )
    const row = await readRow<{ count: number }>('SELECT COUNT(*) AS count FROM hostel_drafts WHERE student_id = :id', {
      id: student.id,
    })
    expect(Number(row?.count)).toBe(1)
  })
})

it("saves the last step's answers only in the draft with the form’s key, and creates no new draft", async () => {
  const { student } = await makeBoarder()
  await saveInDraft(student.scope, 'no-draft-at-all', { special_requirements: 'Lower bed' })
  expect(await findDraft(student.scope)).toBeNull()
  await saveDraft(student.scope, { room_id: 'x' })
  const { formKey } = (await findDraft(student.scope)) ?? { formKey: '' }
  await saveInDraft(student.scope, formKey, { special_requirements: 'Lower bed' })
  await saveInDraft(student.scope, 'another-key', { special_requirements: 'Upper bed' })
  expect(await findDraft(student.scope)).toEqual({
    formKey,
    fields: { room_id: 'x', special_requirements: 'Lower bed' },
  })
})

describe('the choices of the wizard', () => {
  it('lists hostels open to the student, and their rooms with a free bed', async () => {
    const { school, student } = await makeBoarder('Female')
    const girls = await makeHostel(school, { name: 'A Girls', genderType: 'girls' })
    await makeHostel(school, { name: 'B Boys', genderType: 'boys' })
    await makeHostel(school, { name: 'C Closed', isActive: false })
    await makeHostel(school, { name: 'D Mixed' })
    expect((await listHostelsToChoose(student.scope)).map(({ name }) => name)).toEqual(['A Girls', 'D Mixed'])
    const free = await makeRoom(girls, { number: '101' })
    const full = await makeRoom(girls, { number: '102', capacity: 1 })
    await execute('UPDATE rooms SET occupied_count = 1 WHERE id = :id', { id: full.id })
    await makeRoom(girls, { number: '103', status: 'maintenance' })
    expect(await listFreeRooms(student.scope, girls.publicId)).toMatchObject([{ roomNumber: '101', freeBeds: 2 }])
    const foreign = await makeBoarder()
    expect(await listFreeRooms(foreign.student.scope, girls.publicId)).toEqual([])
    const place = { hostelId: girls.publicId, roomId: free.publicId }
    expect(await findChosenRoom(foreign.student.scope, place)).toBeNull()
    expect(await findChosenRoom(student.scope, place)).toMatchObject({ hostelName: 'A Girls', rentPaise: 6_000_00 })
  })

  it('checks eligibility in the wizard by the same rules as the application', async () => {
    const { school, student } = await makeBoarder('Male')
    const room = await makeRoom(await makeHostel(school, { genderType: 'girls' }))
    expect(await checkEligibility(student.scope, applicationFor(room))).toMatchObject({
      ok: false,
      reason: 'not-for-you',
    })
    const mixed = await makeRoom(await makeHostel(school))
    const input = applicationFor(mixed)
    expect(await checkEligibility(student.scope, { ...input, hostelId: room.hostel.publicId })).toMatchObject({
      reason: 'room-gone',
    })
    expect(await checkEligibility(student.scope, { ...input, checkOutDate: todayInIndia(new Date()) })).toMatchObject({
      reason: 'check-out-before',
    })
    expect(await checkEligibility(student.scope, input)).toMatchObject({
      ok: true,
      value: { cost: { firstPaise: 16_320_00 } },
    })
    const applied = await applyForRoom(student.scope, input)
    expect(await checkEligibility(student.scope, { ...input, semester: '3' })).toMatchObject({
      reason: 'applied-already',
    })
    expect(await findSent(student.scope, input.formKey)).toBe(applied.ok && applied.value.applicationId)
    expect(await findSent((await makeBoarder()).student.scope, input.formKey)).toBeNull()
  })
})

it('suggests the guardian of the profile, or the father', async () => {
  const { student } = await makeBoarder()
  expect(await suggestGuardian(student.scope)).toMatchObject({ guardian_name: student.fatherName })
  await execute(
    "UPDATE guardians SET guardian_name = 'Uncle Ravi', guardian_mobile = '9825011111' WHERE student_id = :id",
    { id: student.id },
  )
  expect(await suggestGuardian(student.scope)).toMatchObject({
    guardian_name: 'Uncle Ravi',
    guardian_phone: '9825011111',
  })
})

it('accepts one of ten concurrent declared payments, and no other until the school has checked it', async () => {
  const { school, student } = await makeBoarder()
  const room = await makeRoom(await makeHostel(school))
  const { publicId } = await makeHostelApplication(student, room)
  const before = await findOwnApplication(student.scope, publicId)
  if (!before) throw new Error('the application is there')
  expect(roomPaymentStep(before)).toBe('review')
  const dueIds = roomDuesToPay(before).map((due) => due.duePublicId)
  expect(dueIds).toHaveLength(2)
  const declared = await Promise.all(
    Array.from({ length: 10 }, () =>
      declareTransfer(student.scope, { dueIds, method: 'cash', reference: null, formKey: unique() }),
    ),
  )
  expect(declared.filter((one) => one.ok)).toHaveLength(1)
  expect(new Set(declared.map((one) => (one.ok ? 'done' : one.reason)))).toEqual(new Set(['done', 'waiting']))
  const after = await findOwnApplication(student.scope, publicId)
  expect(after && roomPaymentStep(after)).toBe('waiting')
})
