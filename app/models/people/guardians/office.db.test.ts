import { afterEach, describe, expect, it, vi } from 'vitest'
import { execute } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { comesOfAgeOn } from '~/models/core/shared/coming-of-age'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { scopeOfAccount } from '~/models/people/accounts/sign-in/sessions.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../tests/factories/academics'
import { birthDatesAround, drawHardDay } from '../../../../tests/factories/days'
import { linkGuardian, makeGuardian, makeGuardianAccount } from '../../../../tests/factories/guardians'
import { insert, insertMany, unique } from '../../../../tests/factories/insert'
import { readRows } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { findBatch, listBatches, listBatchLinks, makeBatch, ofClass, undoBatch } from './batches.server'
import { guardians } from './guardians.server'
import { makeInvitation } from './invitations.server'
import { listToInvite, mailInvitations, makeSlips, maxInvited } from './invite.server'
import { addChild, changeRights, findLink, listChildrenOf, listGuardiansOf, removeChild } from './links.server'
import { listProposals } from './propose.server'
import { blockGuardians, findOwnGuardians } from './shut-out.server'

const asked = { search: '', sort: 'name', descending: false, page: 1, filters: { state: '' } } as const
const mobile = () => `98${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
const values = (more: object = {}) => ({
  name: 'Rajesh Patel',
  mobileNumber: mobile(),
  mobileState: 'unproved' as const,
  email: null,
  emailState: 'unproved' as const,
  language: null,
  ...more,
})
const rights = { relation: 'father', position: 1, maySee: true, mayPay: true, isTold: true, note: null } as const
const audited = (schoolId: number) =>
  readRows<{ action: string }>('SELECT action FROM audit_entries WHERE school_id = :schoolId ORDER BY id', {
    schoolId,
  }).then((rows) => rows.map(({ action }) => action))

it('creates a guardian once, finds it by name, number or child, refuses a stale update, and deletes it', async () => {
  const school = await makeSchool()
  const { scope } = school
  const student = await makeStudent(school, { firstName: 'Asha', lastName: 'Patel' })
  const key = unique()
  const typed = values({ mobileNumber: '9825012345' })
  const [made, again] = await Promise.all([guardians.create(scope, key, typed), guardians.create(scope, key, typed)])
  if (!made.ok || !again.ok) throw new Error('not made')
  expect(again.value).toBe(made.value)
  expect(await addChild(scope, made.value, student.publicId, rights)).toMatchObject({ ok: true })
  for (const search of ['rajesh', '+91 98250 12345', '12345', 'Asha', student.enrollmentNumber]) {
    const { rows } = await guardians.list(scope, { ...asked, search })
    expect(
      rows.map(({ children }) => children),
      search,
    ).toEqual(['Asha Patel'])
  }
  const count = async (state: string) => (await guardians.list(scope, { ...asked, filters: { state } })).total
  expect(await Promise.all(['activated', 'invited', 'not-invited', 'wrong', 'no-children'].map(count))).toEqual([
    0, 0, 1, 0, 0,
  ])
  // A changed number is no longer marked as wrong.
  const change = (version: number, more: object) =>
    guardians.update(scope, made.value, version, values({ ...typed, ...more }))
  expect(await change(1, { mobileState: 'wrong' })).toMatchObject({ ok: true })
  expect(await count('wrong')).toBe(1)
  expect(await change(1, {})).toEqual({ ok: false, reason: 'changed' })
  expect(await change(2, { mobileState: 'wrong', mobileNumber: '9825054321' })).toMatchObject({ ok: true })
  expect(await guardians.find(scope, made.value)).toMatchObject({ mobileState: 'unproved', version: 3, links: 1 })
  const other = (await makeSchool()).scope
  expect(await guardians.find(other, made.value)).toBeNull()
  expect(await guardians.remove(other, made.value)).toEqual({ ok: false, reason: 'not-found' })
  expect(await guardians.remove(scope, made.value)).toMatchObject({ ok: true })
  expect(await listGuardiansOf(scope, student.publicId)).toEqual([])
  expect(await audited(school.id)).toEqual([
    ...['guardian.created', 'guardian.child-added', 'guardian.updated', 'guardian.updated', 'guardian.deleted'],
  ])
})

it('changes the rights of one guardian for one child only, and refuses a child, guardian or office of another school', async () => {
  const school = await makeSchool()
  const { scope } = school
  const student = await makeStudent(school)
  const guardian = await makeGuardian(school)
  const foreign = await makeStudent(await makeSchool())
  const add = (id: string | null) => addChild(scope, guardian.publicId, id, rights)
  expect(await add(null)).toEqual({ ok: false, reason: 'no-such-student' })
  expect(await add(foreign.publicId)).toEqual({ ok: false, reason: 'no-such-student' })
  const added = await add(student.publicId)
  if (!added.ok) throw new Error(added.reason)
  expect(await add(student.publicId)).toEqual({ ok: false, reason: 'linked-already' })
  const ids = { id: guardian.publicId, childId: added.value }
  const none = { ...rights, maySee: false, mayPay: false, isTold: false, note: 'Order of the family court' }
  expect(await changeRights(scope, ids, 1, none)).toMatchObject({ ok: true })
  expect(await changeRights(scope, ids, 1, rights)).toEqual({ ok: false, reason: 'changed' })
  expect(await findLink(scope, ids)).toMatchObject({ ...none, version: 2, guardianName: guardian.name })
  expect(await findLink((await makeSchool()).scope, ids)).toBeNull()
  expect(await findLink(scope, { ...ids, id: (await makeGuardian(school)).publicId })).toBeNull()
  expect(await listChildrenOf(scope, guardian.id)).toMatchObject([{ studentId: student.publicId, maySee: false }])
  expect(await listGuardiansOf(scope, student.publicId)).toMatchObject([
    { guardianId: guardian.publicId, isTold: false },
  ])
  const elsewhere = (await makeSchool()).scope
  // Another school, or another guardian of this school, cannot reach the child's link.
  const another = { ...ids, id: (await makeGuardian(school)).publicId }
  for (const act of [
    ...[() => removeChild(elsewhere, ids), () => changeRights(elsewhere, ids, 2, rights)],
    ...[() => removeChild(scope, another), () => changeRights(scope, another, 2, rights)],
  ])
    expect(await act()).toEqual({ ok: false, reason: 'not-found' })
  expect(await addChild(elsewhere, guardian.publicId, foreign.publicId, rights)).toMatchObject({ ok: false })
  expect(await removeChild(scope, ids)).toMatchObject({ ok: true })
  expect(await removeChild(scope, ids)).toEqual({ ok: false, reason: 'not-found' })
  const entries = await readRows<{ action: string; kind: string; id: number }>(
    'SELECT action, subject_kind AS kind, subject_id AS id FROM audit_entries WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  const ofGuardian = { kind: 'guardian', id: guardian.id }
  expect(entries).toEqual([
    { action: 'guardian.child-added', ...ofGuardian },
    { action: 'guardian.rights-changed', ...ofGuardian },
    { action: 'guardian.child-removed', ...ofGuardian },
  ])
})

/** A school with two families: siblings, and an only child; and a number that two families claim. */
async function families() {
  const school = await makeSchool()
  const ofIts = { session: await currentSession(school), class: await makeClass(school) }
  const section = await makeSection(ofIts.class)
  const [shared, disputed] = [mobile(), mobile()]
  const make = async (mobileNumber: string, fatherName: string) => {
    const student = await makeStudent(school, { mobileNumber, fatherName, motherName: 'Hansa Patel' })
    await makeEnrollment(student, { ...ofIts, section })
    return student
  }
  const children = [await make(shared, 'Rajesh Patel'), await make(shared, 'Rajeshbhai Patel')] as const
  const doubtful = [await make(disputed, 'Imran Shaikh'), await make(disputed, 'Gurdev Singh')] as const
  return { school, scope: school.scope, children, doubtful, shared, classId: ofIts.class.publicId }
}

it('proposes guardians with equal numbers, creates them once per form, and keeps later changes when the batch is undone', async () => {
  const { scope, school, children, classId } = await families()
  await families()
  await makeStudent(school, { status: 'inactive', fatherName: 'Jayesh Modi' })
  const { proposals } = await listProposals(scope)
  expect(proposals.map(({ name, doubt, children: of }) => [name, doubt, of.length])).toEqual([
    ['Rajeshbhai Patel', null, 2],
    ['Gurdev Singh', 'different-names', 1],
    ['Imran Shaikh', 'different-names', 1],
  ])
  expect(ofClass(proposals, classId)).toHaveLength(3)
  expect(ofClass(proposals, 'zzzzzzzzzzzz')).toHaveLength(0)
  const formKey = unique()
  const [made, again] = await Promise.all([
    makeBatch(scope, formKey, { sureOf: classId }),
    makeBatch(scope, formKey, { sureOf: classId }),
  ])
  if (!made.ok || !again.ok) throw new Error('not made')
  expect(again.value).toBe(made.value)
  expect(await makeBatch(scope, unique(), { sureOf: '' })).toEqual({ ok: false, reason: 'nothing-left' })
  expect((await listProposals(scope)).proposals.map(({ doubt }) => doubt)).toEqual([
    'different-names',
    'different-names',
  ])
  const doubted = await makeBatch(scope, unique(), { keys: [proposals[1]?.key ?? '', proposals[0]?.key ?? ''] })
  if (!doubted.ok) throw new Error(doubted.reason)
  const batch = await findBatch(scope, made.value)
  expect(batch).toMatchObject({ guardianCount: 1, linkCount: 2, undoneAt: null })
  expect(await findBatch((await makeSchool()).scope, made.value)).toBeNull()
  const links = () => listBatchLinks(scope, batch?.id ?? 0, 10)
  const [first, second] = await links()
  if (!first || !second) throw new Error('no links')
  expect(await listGuardiansOf(scope, children[0].publicId)).toMatchObject([
    { maySee: true, mayPay: true, isTold: true },
  ])
  const doubtedBatch = await findBatch(scope, doubted.value)
  const [doubtedLink] = await listBatchLinks(scope, doubtedBatch?.id ?? 0, 10)
  const [row] = await readRows<{ told: number; sees: number }>(
    'SELECT is_told AS told, may_see AS sees FROM guardian_links WHERE public_id = :id',
    { id: doubtedLink?.publicId ?? '' },
  )
  expect(row).toEqual({ told: 0, sees: 1 })
  // One of the two links is edited: it stays with its guardian, and the other is deleted.
  await changeRights(scope, { id: first.guardianId, childId: first.publicId }, 1, { ...rights, mayPay: false })
  expect((await links()).map(({ stays }) => stays)).toEqual([true, false])
  expect(await undoBatch((await makeSchool()).scope, made.value)).toEqual({ ok: false, reason: 'not-found' })
  const undone = await Promise.all([undoBatch(scope, made.value), undoBatch(scope, made.value)])
  expect(undone).toEqual([
    { ok: true, value: { kept: 1 } },
    { ok: true, value: { kept: 1 } },
  ])
  expect(await links()).toMatchObject([{ publicId: first.publicId, stays: true }])
  expect(await guardians.find(scope, first.guardianId)).toMatchObject({ links: 1 })
  expect(await undoBatch(scope, doubted.value)).toEqual({ ok: true, value: { kept: 0 } })
  expect((await guardians.list(scope, asked)).total).toBe(1)
  expect((await listBatches(scope)).map(({ undoneAt }) => undoneAt !== null)).toEqual([true, true])
  expect((await audited(school.id)).filter((action) => action.startsWith('guardian-batch'))).toEqual([
    ...['guardian-batch.made', 'guardian-batch.made', 'guardian-batch.undone', 'guardian-batch.undone'],
  ])
})

it('keeps an edited guardian, with all its links of the batch, when the batch is undone', async () => {
  const { scope } = await families()
  const made = await makeBatch(scope, unique(), { sureOf: '' })
  if (!made.ok) throw new Error(made.reason)
  const { rows } = await guardians.list(scope, asked)
  await guardians.update(scope, rows[0]?.publicId ?? '', 1, values({ name: 'Rajesh M. Patel' }))
  expect(await undoBatch(scope, made.value)).toEqual({ ok: true, value: { kept: 2 } })
})

it.each(['nothing', 'a grievance', 'a payment'])(
  'when a batch is undone, keeps its link to an existing guardian only if the guardian has acted for the child: %s',
  async (act) => {
    const { scope, school, children, shared } = await families()
    const known = await makeGuardian(school, { name: 'Rajesh Patel', mobileNumber: shared })
    await linkGuardian(known, children[0])
    const made = await makeBatch(scope, unique(), { sureOf: '' })
    if (!made.ok) throw new Error(made.reason)
    expect(await findBatch(scope, made.value)).toMatchObject({ guardianCount: 0, linkCount: 1 })
    const now = new Date()
    const ofIts = { public_id: newPublicId(), school_id: school.id, form_key: unique(), created_at: now }
    const guardian = { guardian_id: known.id }
    // The link of the batch is deleted if the guardian acted only for the child linked before the batch.
    const child = children[act === 'nothing' ? 0 : 1].id
    if (act === 'a payment') {
      const basket = await insert('payment_baskets', { ...ofIts, ...guardian, guardian_name: known.name })
      await insert('payments', {
        ...ofIts,
        student_id: child,
        basket_id: basket,
        method: 'online',
        state: 'created',
        amount_paise: 100,
        updated_at: now,
      })
    } else {
      await insert('grievances', {
        ...ofIts,
        ...guardian,
        student_id: child,
        financial_year: '2026-27',
        number: 1,
        writer: 'guardian',
        writer_name: known.name,
        topic: 'data',
        words: 'Whose?',
        language: 'en',
        state: 'open',
        received_on: '2026-07-13',
        answer_by: '2026-08-12',
        law_by: '2026-10-11',
        updated_at: now,
      })
    }
    const kept = act === 'nothing' ? 0 : 1
    expect(await undoBatch(scope, made.value)).toEqual({ ok: true, value: { kept } })
    expect(await listChildrenOf(scope, known.id)).toHaveLength(1 + kept)
  },
)

it.each([
  ['a right was taken away', { maySee: false, mayPay: false, isTold: false }],
  ['the messages were', { isTold: false }],
  ['the child itself shut out', { shutOutAt: new Date() }],
])(
  'gives a guardian no rights for a second child, and reports a doubt, when restricted for the first: %s',
  async (_, of) => {
    const { scope, school, children, shared, classId } = await families()
    const barred = await makeGuardian(school, { name: 'Rajesh Patel', mobileNumber: shared })
    await linkGuardian(barred, children[0], of)
    const proposal = (await listProposals(scope)).proposals.find(({ known }) => known === barred.publicId)
    expect(proposal).toMatchObject({ doubt: 'restricted', children: [{ id: children[1].id }] })
    expect(await makeBatch(scope, unique(), { sureOf: classId })).toEqual({ ok: false, reason: 'nothing-left' })
    expect(await makeBatch(scope, unique(), { keys: [proposal?.key ?? ''] })).toMatchObject({ ok: true })
    expect(await listGuardiansOf(scope, children[1].publicId)).toMatchObject([
      { guardianId: barred.publicId, maySee: false, mayPay: false, isTold: false },
    ])
  },
)

it('when a batch is undone, keeps and reports a guardian who has filed a grievance, and removes the others', async () => {
  const { scope, school, doubtful } = await families()
  const keys = (await listProposals(scope)).proposals.map(({ key }) => key)
  const made = await makeBatch(scope, unique(), { keys })
  if (!made.ok) throw new Error(made.reason)
  const [imran] = await readRows<{ id: number }>(
    "SELECT id FROM family_guardians WHERE school_id = :id AND name = 'Imran Shaikh'",
    { id: school.id },
  )
  const now = new Date()
  await insert('grievances', {
    public_id: newPublicId(),
    school_id: school.id,
    financial_year: '2026-27',
    number: 1,
    writer: 'guardian',
    student_id: doubtful[0].id,
    guardian_id: imran?.id ?? 0,
    writer_name: 'Imran Shaikh',
    topic: 'data',
    words: 'Whose?',
    language: 'en',
    state: 'open',
    received_on: '2026-07-13',
    answer_by: '2026-08-12',
    law_by: '2026-10-11',
    form_key: unique(),
    created_at: now,
    updated_at: now,
  })
  const batch = await findBatch(scope, made.value)
  const links = () => listBatchLinks(scope, batch?.id ?? 0, 10)
  expect((await links()).map(({ stays, hasActed }) => [stays, hasActed])).toEqual([
    [true, true],
    ...Array.from({ length: 3 }, () => [false, false]),
  ])
  expect(await undoBatch(scope, made.value)).toEqual({ ok: true, value: { kept: 1 } })
  expect(await links()).toMatchObject([{ guardianName: 'Imran Shaikh', hasActed: true }])
  expect((await guardians.list(scope, asked)).total).toBe(1)
})

it('lets a student block and admit a guardian only from the age of 18', async () => {
  const school = await makeSchool()
  const today = todayInIndia(new Date())
  const { old, young } = birthDatesAround(today, 18)
  const student = await makeStudent(school, { dateOfBirth: old })
  const child = await makeStudent(school, { dateOfBirth: young })
  const guardian = await makeGuardian(school)
  await linkGuardian(guardian, student)
  await linkGuardian(guardian, child)
  const own = await findOwnGuardians(student.scope)
  expect(own).toMatchObject({ isAdult: true, guardians: [{ name: guardian.name, isShutOut: false }] })
  const id = own.guardians[0]?.publicId ?? ''
  const of = await findOwnGuardians(child.scope)
  expect(of).toMatchObject({ isAdult: false })
  expect(await blockGuardians(child.scope, [of.guardians[0]?.publicId ?? ''], [])).toEqual({
    ok: false,
    reason: 'not-adult',
  })
  expect(await blockGuardians(student.scope, [of.guardians[0]?.publicId ?? ''], [])).toEqual({
    ok: false,
    reason: 'not-found',
  })
  for (let times = 0; times < 2; times++)
    expect(await blockGuardians(student.scope, [id], [id])).toEqual({ ok: true, value: { changed: 1 - times } })
  expect(await listGuardiansOf(school.scope, student.publicId)).toMatchObject([{ isShutOut: true }])
  expect(await listGuardiansOf(school.scope, child.publicId)).toMatchObject([{ isShutOut: false }])
  expect(await blockGuardians(student.scope, [], [id])).toEqual({ ok: true, value: { changed: 1 } })
  expect(await listGuardiansOf(school.scope, student.publicId)).toMatchObject([{ isShutOut: false, shutOutAt: null }])
  expect(await audited(school.id)).toEqual(['guardian.shut-out', 'guardian.let-in'])
})

describe('findOwnGuardians and blockGuardians on the birthday', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const drawn = drawHardDay('18th birthday')
  const { old, young } = birthDatesAround(drawn, 18)

  // The 18th birthday begins at midnight in India, when it is still the day before in UTC.
  it.each([
    ['2026-11-27', '2026-11-26T23:59:59+05:30', '2008-11-27', false],
    ['2026-11-27', '2026-11-27T00:00:00+05:30', '2008-11-27', true],
    ['2026-11-27', '2026-11-27T04:00:00+05:30', '2008-11-27', true],
    ['2026-11-28', '2026-11-27T04:00:00+05:30', '2008-11-28', false],
    // Born on 29 February: of age on 1 March of a year without that day.
    ['2026-03-01', '2026-02-28T23:59:59+05:30', '2008-02-29', false],
    ['2026-03-01', '2026-03-01T00:00:00+05:30', '2008-02-29', true],
    // A random day (`drawHardDay`).
    [comesOfAgeOn(old), `${drawn}T00:00:00+05:30`, old, true],
    [comesOfAgeOn(young), `${drawn}T23:59:59+05:30`, young, false],
  ])('counts a student as an adult from %s on, when the time is %s', async (from, at, dateOfBirth, isOfAge) => {
    const school = await makeSchool()
    const student = await makeStudent(school, { dateOfBirth })
    await linkGuardian(await makeGuardian(school), student)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
    const own = await findOwnGuardians(student.scope)
    expect(own).toMatchObject({ from, isAdult: isOfAge })
    const ids = own.guardians.map(({ publicId }) => publicId)
    expect(await blockGuardians(student.scope, ids, ids)).toMatchObject(
      isOfAge ? { ok: true } : { reason: 'not-adult' },
    )
  })
})

it('keeps an adult student’s block of a guardian when the office removes, re-enters or proposes the guardian', async () => {
  const { scope, school, children, classId } = await families()
  const [student] = children
  await execute("UPDATE students SET date_of_birth = '2001-01-01' WHERE id = :id", { id: student.id })
  const guardian = await makeGuardian(school)
  await linkGuardian(guardian, student, { relation: 'guardian' })
  const [own] = (await findOwnGuardians(student.scope)).guardians
  const shown = [own?.publicId ?? '']
  expect(await blockGuardians(student.scope, shown, shown)).toMatchObject({ ok: true })
  const ids = { id: guardian.publicId, childId: own?.publicId ?? '' }
  expect(await removeChild(scope, ids)).toEqual({ ok: false, reason: 'shut-out' })
  expect(await guardians.remove(scope, guardian.publicId)).toEqual({ ok: false, reason: 'shut-out' })
  const newGuardian = await makeGuardian(school)
  const added = await addChild(scope, newGuardian.publicId, student.publicId, { ...rights, relation: 'guardian' })
  expect(added).toMatchObject({ ok: true })
  expect(await makeBatch(scope, unique(), { sureOf: classId })).toMatchObject({ ok: true })
  const all = await listGuardiansOf(scope, student.publicId)
  expect(all.map(({ isShutOut }) => isShutOut)).toEqual([true, true, true])
  // The other child's link of the same batch is not blocked, and the student can unblock the new guardians.
  expect(await listGuardiansOf(scope, children[1].publicId)).toMatchObject([{ isShutOut: false }])
  // Submitted from a page loaded before the new guardians were added: the student has not decided about them.
  expect(await blockGuardians(student.scope, shown, shown)).toEqual({ ok: true, value: { changed: 0 } })
  const now = (await findOwnGuardians(student.scope)).guardians.map(({ publicId }) => publicId)
  expect(await blockGuardians(student.scope, shown, now)).toEqual({ ok: true, value: { changed: 2 } })
  const open = (await listGuardiansOf(scope, student.publicId)).filter(({ isShutOut }) => !isShutOut)
  expect(open).toHaveLength(2)
})

it('shows the office when a guardian activated the account, and whether a child signs in with the same number', async () => {
  const school = await makeSchool()
  const number = mobile()
  const account = await makeGuardianAccount({ mobileNumber: number })
  const child = await makeStudent(school, { mobileNumber: number })
  const guardian = await makeGuardian(school, { mobileNumber: number, accountId: account.id })
  await linkGuardian(guardian, child)
  const find = () => guardians.find(school.scope, guardian.publicId)
  expect(await find()).toMatchObject({ isActivated: true, activatedOn: null, sharesSignIn: true })
  await recordAudit(scopeOfAccount({ kind: 'guardian', schoolId: null, id: account.id }, account.name), {
    action: 'guardian.activated',
    subject: { kind: 'guardian', id: guardian.id },
    schoolId: school.id,
  })
  const unproved = () => guardians.list(school.scope, { ...asked, filters: { state: 'unproved' } })
  expect((await unproved()).rows).toMatchObject([{ activatedOn: todayInIndia(new Date()) }])
  await execute("UPDATE family_guardians SET mobile_state = 'proved' WHERE id = :id", { id: guardian.id })
  expect((await unproved()).rows).toEqual([])
  await execute("UPDATE students SET mobile_number = '9800000001' WHERE id = :id", { id: child.id })
  expect(await find()).toMatchObject({ sharesSignIn: false })
})

it('creates invitation slips for a class once, without full mobile numbers, and skips guardians without contact or rights', async () => {
  const { scope, children, classId, shared, school } = await families()
  const guardian = await makeGuardian(school, { mobileNumber: shared })
  for (const child of children) await linkGuardian(guardian, child)
  const [unreached, without] = [await makeGuardian(school), await makeGuardian(school, { mobileNumber: mobile() })]
  await linkGuardian(unreached, children[0])
  await linkGuardian(without, children[0], { maySee: false, mayPay: false, isTold: false })
  const whom = { class: classId, section: '', again: false }
  const slips = await makeSlips(scope, whom)
  if (!slips.ok) throw new Error(slips.reason)
  const names = children.map(({ firstName }) => firstName)
  expect(slips.value).toMatchObject([{ name: guardian.name, mobileEnd: shared.slice(-2) }])
  expect(slips.value[0]?.children.split(', ').sort()).toEqual([...names].sort())
  expect(JSON.stringify(slips.value)).not.toContain(shared)
  expect(slips.value[0]?.code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect(await makeSlips(scope, whom)).toEqual({ ok: false, reason: 'nobody' })
  expect((await guardians.list(scope, { ...asked, filters: { state: 'invited' } })).total).toBe(1)
  expect(await listToInvite(scope, { ...whom, again: true }, 'slip')).toMatchObject([{ isInvited: true }])
  expect(await makeSlips((await makeSchool()).scope, { guardian: guardian.publicId })).toEqual({
    ok: false,
    reason: 'nobody',
  })
  expect(await mailInvitations(scope, { guardian: guardian.publicId }, 'https://school.test')).toEqual({
    ok: false,
    reason: 'nobody',
  })
  await execute("UPDATE family_guardians SET email = 'rajesh@home.test', language = 'gu' WHERE id = :id", {
    id: guardian.id,
  })
  expect(await mailInvitations(scope, { guardian: guardian.publicId }, 'https://school.test')).toEqual({
    ok: true,
    value: 1,
  })
  const [mail] = await readRows<{ text: string }>(
    "SELECT body_text AS text FROM outgoing_mail WHERE to_address = 'rajesh@home.test' AND school_id = :id",
    { id: school.id },
  )
  expect(mail?.text).toContain('https://school.test')
  expect(mail?.text).not.toContain(shared)
})

it('lists children without a notified guardian, until the office grants the right or another guardian is notified', async () => {
  const { scope, school, children, doubtful } = await families()
  const listed = async () => {
    const { rows } = await guardians.list(scope, { ...asked, filters: { state: 'nobody-told' } })
    return rows.map(({ name }) => name)
  }
  const keys = (await listProposals(scope)).proposals.map(({ key }) => key)
  const made = await makeBatch(scope, unique(), { keys })
  if (!made.ok) throw new Error(made.reason)
  expect(await listed()).toEqual(['Gurdev Singh', 'Imran Shaikh'])
  const batch = await findBatch(scope, made.value)
  const links = await listBatchLinks(scope, batch?.id ?? 0, 10)
  // Guardians who are not notified come first.
  expect(
    links.map(({ guardianName, getsMessages, hasNoRecipient }) => [guardianName, getsMessages, hasNoRecipient]),
  ).toEqual([
    ['Gurdev Singh', false, true],
    ['Imran Shaikh', false, true],
    ...children.map(() => ['Rajeshbhai Patel', true, false]),
  ])
  const [gurdev] = links
  const ids = { id: gurdev?.guardianId ?? '', childId: gurdev?.publicId ?? '' }
  expect(await changeRights(scope, ids, 1, { ...rights, isTold: true })).toMatchObject({ ok: true })
  expect(await listed()).toEqual(['Imran Shaikh'])
  const mother = await makeGuardian(school, { name: 'Hansa Shaikh' })
  const link = await linkGuardian(mother, doubtful[0], { relation: 'mother', shutOutAt: new Date() })
  expect(await listed()).toEqual(['Imran Shaikh'])
  await execute('UPDATE guardian_links SET shut_out_at = NULL WHERE id = :link', { link })
  expect(await listed()).toEqual([])
  await execute('UPDATE guardian_links SET is_told = 0 WHERE id = :link', { link })
  expect(await listed()).toEqual(['Hansa Shaikh', 'Imran Shaikh'])
  await execute("UPDATE students SET status = 'inactive' WHERE id = :id", { id: doubtful[0].id })
  expect(await listed()).toEqual([])
})

it('invites every guardian with an e-mail address, even when very many guardians of the class have no address', async () => {
  const { scope, school, children, classId } = await families()
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const names = Array.from({ length: maxInvited + 3 }, (_, at) => `A ${String(at).padStart(4, '0')}`)
  // Only the last three guardians by name have an address, and the address of the very last is marked as wrong.
  const addresses = new Map([
    [names.at(-3), `first.${unique()}@home.test`],
    [names.at(-2), `second.${unique()}@home.test`],
    [names.at(-1), `wrong.${unique()}@home.test`],
  ])
  await insertMany(
    'family_guardians',
    names.map((name) => ({
      public_id: newPublicId(),
      school_id: school.id,
      name,
      mobile_number: mobile(),
      form_key: unique(),
      email: addresses.get(name) ?? null,
      email_state: name === names.at(-1) ? 'wrong' : 'unproved',
      ...times,
    })),
  )
  await execute(
    `INSERT INTO guardian_links (public_id, school_id, guardian_id, student_id, relation, may_see, may_pay, is_told, position, created_at, updated_at)
     SELECT g.public_id, g.school_id, g.id, :child, 'other', 1, 1, 1, 1, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3)
     FROM family_guardians g WHERE g.school_id = :id`,
    { child: children[0].id, id: school.id },
  )
  const whom = { class: classId, section: '', again: false }
  expect(await makeSlips(scope, whom)).toEqual({ ok: false, reason: 'too-many' })
  expect(await mailInvitations(scope, whom, 'https://school.test')).toEqual({ ok: true, value: 2 })
  const mails = await readRows<{ address: string }>(
    'SELECT to_address AS address FROM outgoing_mail WHERE school_id = :id ORDER BY id',
    { id: school.id },
  )
  expect(mails.map(({ address }) => address)).toEqual([...addresses.values()].slice(0, 2))
})

it('keeps a guardian whom the office had entered before the batch when the batch is undone', async () => {
  const { scope, school, shared } = await families()
  const known = await makeGuardian(school, { name: 'Rajesh Patel', mobileNumber: shared })
  const made = await makeBatch(scope, unique(), { sureOf: '' })
  if (!made.ok) throw new Error(made.reason)
  expect(await listChildrenOf(scope, known.id)).toHaveLength(2)
  expect(await undoBatch(scope, made.value)).toEqual({ ok: true, value: { kept: 0 } })
  expect(await guardians.find(scope, known.publicId)).toMatchObject({ name: 'Rajesh Patel', links: 0 })
})

it('keeps a guardian who holds an invitation when undoing a batch', async () => {
  const { scope, school } = await families()
  const made = await makeBatch(scope, unique(), { sureOf: '' })
  if (!made.ok) throw new Error(made.reason)
  const [row] = await readRows<{ id: number }>('SELECT id FROM family_guardians WHERE school_id = :id', {
    id: school.id,
  })
  expect(await makeInvitation(scope, row?.id ?? 0)).toMatchObject({ ok: true })
  expect(await undoBatch(scope, made.value)).toEqual({ ok: true, value: { kept: 2 } })
})

it('invites only guardians of children of one section, and of this year’s session', async () => {
  const school = await makeSchool()
  const ofClass = await makeClass(school)
  const session = await currentSession(school)
  const lastYear = await makeAcademicSession(school, { startYear: 2001 })
  const [first, second] = [await makeSection(ofClass), await makeSection(ofClass, { name: 'B' })]
  const family = async (name: string, place: { session: typeof session; section: typeof first }) => {
    const child = await makeStudent(school)
    await makeEnrollment(child, { ...place, class: ofClass })
    await linkGuardian(await makeGuardian(school, { name, mobileNumber: mobile() }), child)
  }
  await family('Anil', { session, section: first })
  await family('Bina', { session, section: second })
  await family('Chetan', { session: lastYear, section: first })
  const invited = async (section: string) => {
    const guardiansOf = await listToInvite(school.scope, { class: ofClass.publicId, section, again: false }, 'slip')
    return guardiansOf.map(({ name }) => name)
  }
  expect(await invited(first.publicId)).toEqual(['Anil'])
  expect(await invited('')).toEqual(['Anil', 'Bina'])
})

it('lists the guardians of a student in the order in which they are called', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school)
  for (const [name, position] of [
    ['Aunt', 3],
    ['Father', 1],
    ['Mother', 2],
  ] as const)
    await linkGuardian(await makeGuardian(school, { name }), student, { position })
  const listed = await listGuardiansOf(school.scope, student.publicId)
  expect(listed.map(({ name }) => name)).toEqual(['Father', 'Mother', 'Aunt'])
})

it('refuses to mail an invitation when the school has used up its mails of the day', async () => {
  const school = await makeSchool()
  const guardian = await makeGuardian(school, { email: `${unique()}@home.test` })
  await linkGuardian(guardian, await makeStudent(school))
  const invite = () => mailInvitations(school.scope, { guardian: guardian.publicId }, 'https://school.test')
  expect(await invite()).toEqual({ ok: true, value: 1 })
  await execute('UPDATE throttles SET expires_at = UTC_TIMESTAMP(3) + INTERVAL 2 DAY WHERE bucket = :bucket', {
    bucket: `mails:${school.id}`,
  })
  expect(await invite()).toEqual({ ok: false, reason: 'too-many-mails' })
})
