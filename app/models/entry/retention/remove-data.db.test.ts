import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { execute } from '~/database/database.server'
import { keepFile } from '~/models/core/files/keep-file.server'
import { schoolScope, systemActor } from '~/models/core/shared/scope.server'
import { guardians } from '~/models/people/guardians/guardians.server'
import { fileStore } from '~/services/storage/file-store.server'
import { newStorageKey } from '~/services/storage/key'
import { currentSession } from '../../../../tests/factories/academics'
import { makeAdmission } from '../../../../tests/factories/admissions'
import { entriesOf } from '../../../../tests/factories/audit'
import { atMoment, inIndia } from '../../../../tests/factories/days'
import { linkGuardian, type MadeGuardian } from '../../../../tests/factories/guardians'
import { importFile } from '../../../../tests/factories/imports'
import { unique } from '../../../../tests/factories/insert'
import { makeDocument } from '../../../../tests/factories/profile'
import { readRow, readRows } from '../../../../tests/factories/read'
import {
  findWord,
  leaveLongAgo,
  plantAuditFacts,
  plantWord,
  settleForRetention,
} from '../../../../tests/factories/retention-planted'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { makeWorld, type World } from '../../../../tests/security/world'
import { beforeAllSteadily } from '../../../../tests/setup/steadily'
import { countDue, listDue } from './due.server'
import { removableFields } from './field-columns.server'
import { setHold } from './holds.server'
import { removeData } from './remove-data.server'
import { confirmRun, countRemoved, findRun, listRemovals, listRuns, requestRun, withdrawRun } from './runs.server'
import { findPlan, findYears, saveYears } from './years.server'

let world: World
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'shala-retention-'))

beforeAllSteadily(async (step) => {
  world = await makeWorld({ dataDir }, { step })
  // Withdraws the removal runs that `makeWorld` has requested, so that the tests can request their own.
  await execute("UPDATE retention_runs SET state = 'withdrawn' WHERE state = 'asked'", {})
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const dueOf = (key: string) => ({
  search: '',
  sort: 'since' as const,
  descending: false,
  page: 1,
  filters: { class: key },
})

const identity = (id: number) =>
  readRow<{ first_name: string; enrollment_number: string }>(
    'SELECT first_name, enrollment_number FROM students WHERE id = :id',
    { id },
  )

describe('removeData', () => {
  it('removes the data of former students that is due for removal, and no data of others', async () => {
    const { own, classmate, staff } = world
    const { scope } = staff.owner
    await settleForRetention(own.student.id)
    const before = await identity(own.student.id)
    const key = newStorageKey('documents', 'pdf')
    const sizeBytes = await fileStore().put(key, Buffer.from('%PDF-1.4'), 'application/pdf')
    const file = { key, fileName: 'birth.pdf', contentType: 'application/pdf', sizeBytes }
    await keepFile(scope, { ...file, visibility: 'student', studentId: own.student.id })
    await makeDocument(own.student, key, 'character_certificate')
    const admission = await makeAdmission(own.school)
    await execute(
      "UPDATE admissions SET state = 'accepted', decided_at = UTC_TIMESTAMP(3), student_id = :student WHERE id = :id",
      { student: own.student.id, id: admission.id },
    )
    const planted = await plantWord(own.student.id, 'Qx9zGone')
    const others = await plantWord(classmate.student.id, 'Qx9zStay')
    expect(planted.length).toBeGreaterThan(60)
    const subjects = await plantAuditFacts(own.student, 'Qx9zGone')
    expect(subjects).toHaveLength(11)
    await plantAuditFacts(classmate.student, 'Qx9zStay')
    others.push('audit_entries.details')
    await leaveLongAgo(own.student.id, '2001-04-29')
    const counts = await countDue(scope, await findPlan(scope))
    expect(counts.find(({ key }) => key === 'contact')).toMatchObject({ due: 1, held: 0 })
    expect((await listDue(scope, dueOf('contact'))).rows).toMatchObject([
      { publicId: own.student.publicId, since: '2001-04-29', heldBecause: null },
    ])

    const asked = await requestRun(scope)
    if (!asked.ok) throw new Error(asked.reason)
    expect(await requestRun(scope)).toEqual({ ok: false, reason: 'open-already' })
    const { publicId } = asked.value
    const second = await makeStaff(own.school, { role: 'owner' })
    expect(await confirmRun(scope, publicId)).toEqual({ ok: false, reason: 'same-person' })
    expect((await confirmRun(second.scope, publicId)).ok).toBe(true)
    expect(await confirmRun(second.scope, publicId)).toEqual({ ok: false, reason: 'over' })
    const run = await findRun(scope, publicId)
    await removeData(schoolScope(own.school.id, systemActor), run?.id ?? 0)

    expect(await findWord('Qx9zGone')).toEqual([])
    // The other student still has the planted word in every column.
    expect((await findWord('Qx9zStay')).sort()).toEqual([...new Set(others)].sort())
    // Each audit entry keeps its facts that are not personal.
    const kept = (await entriesOf(own.school, 'planted.facts')).filter(({ details }) => !('email' in details))
    expect(kept.map(({ kind, details }) => [kind, details])).toEqual(
      subjects.map((kind) => [kind, { changed: 'email' }]),
    )
    expect(await identity(own.student.id)).toEqual(before)
    // Dates are removed as well: a leave application is deleted with its whole row, and the dates of a hostel
    // application are replaced by 1900-01-01 or null.
    const id = own.student.id
    expect(await readRows('SELECT id FROM leave_applications WHERE student_id = :id', { id })).toEqual([])
    const stays = await readRows<{ day: string; until: string | null }>(
      'SELECT check_in_date AS day, check_out_date AS until FROM hostel_applications WHERE student_id = :id',
      { id },
    )
    expect(stays.length).toBeGreaterThan(0)
    expect(new Set(stays.map(({ day, until }) => `${day} ${until}`))).toEqual(new Set(['1900-01-01 null']))
    expect(await fileStore().get(key)).toBeNull()
    expect(await readRows('SELECT id FROM student_documents WHERE student_id = :id', { id: own.student.id })).toEqual(
      [],
    )
    const removed = await listRemovals({ schoolId: own.school.id }, own.student.id)
    expect(removed.map(({ key }) => key).sort()).toEqual(removableFields.map(([key]) => key).sort())
    expect(await countRemoved(scope, run?.id ?? 0)).toHaveLength(removableFields.length)
    expect((await findRun(scope, publicId))?.state).toBe('done')
    expect((await countDue(scope, await findPlan(scope))).every(({ due }) => due === 0)).toBe(true)
    // Running again, as after a crash, changes nothing.
    await removeData(schoolScope(own.school.id, systemActor), run?.id ?? 0)
    expect((await listRuns(scope)).find((one) => one.publicId === publicId)?.state).toBe('done')
    expect(await entriesOf(own.school, 'retention.done')).toHaveLength(1)
  })

  it('removes numbers and addresses from the audit log that the office entered and changed in its forms and files', async () => {
    const school = await makeSchool()
    const { scope } = await makeStaff(school)
    const session = await currentSession(school)
    const [first, second] = [
      { mobile: '9825077701', email: 'first.qx9z@home.test' },
      { mobile: '9825077702', email: 'second.qx9z@home.test' },
    ]
    const student = await makeStudent(school, { mobileNumber: first.mobile, email: first.email })
    const file = `Enrollment number,Mobile,Email\n${student.enrollmentNumber},${second.mobile},${second.email}\n`
    expect(await importFile(scope, { file, sessionPublicId: session.publicId })).toMatchObject({
      counts: { changed: 1 },
    })
    const states = { mobileState: 'unproved', emailState: 'unproved', language: null } as const
    const values = ({ mobile, email }: typeof first) => ({
      name: 'Only Parent',
      mobileNumber: mobile,
      email,
      ...states,
    })
    const created = await guardians.create(scope, unique(), values(first))
    const guardianId = created.ok ? created.value : ''
    expect(await guardians.update(scope, guardianId, 1, values(second))).toMatchObject({ ok: true })
    const guardian = await readRow<{ id: number }>('SELECT id FROM family_guardians WHERE public_id = :guardianId', {
      guardianId,
    })
    await linkGuardian({ id: guardian?.id ?? 0, schoolId: school.id } as MadeGuardian, student)
    await leaveLongAgo(student.id, '2001-04-29')

    const contacts = [first, second].flatMap(({ mobile, email }) => [mobile, email])
    const logged = async () => {
      const rows = await readRows<{ details: string }>('SELECT details FROM audit_entries WHERE school_id = :id', {
        id: school.id,
      })
      return contacts.filter((contact) => rows.some(({ details }) => details.includes(contact)))
    }
    expect(await logged()).toEqual(contacts)
    const asked = await requestRun(scope)
    if (!asked.ok) throw new Error(asked.reason)
    expect((await confirmRun(scope, asked.value.publicId)).ok).toBe(true)
    await removeData(schoolScope(school.id, systemActor), (await findRun(scope, asked.value.publicId))?.id ?? 0)
    expect(await logged()).toEqual([])
  })

  it.each([
    ['2001-04-28', 1],
    ['2001-04-29', 0],
  ])(
    'counts a student who left on 29 April as due again only if the last removal was before that day: %s',
    async (on, due) => {
      const { own, staff } = world
      const { scope } = staff.owner
      await leaveLongAgo(own.student.id, '2001-04-29')
      await execute('UPDATE retention_removals SET removed_on = :on WHERE student_id = :id', { on, id: own.student.id })
      const counts = await countDue(scope, await findPlan(scope))
      expect(counts.find(({ key }) => key === 'contact')?.due).toBe(due)
    },
  )

  it('skips students with a hold or open dues', async () => {
    const { classmate, staff } = world
    const { scope } = staff.owner
    await leaveLongAgo(classmate.student.id, '2002-01-01')
    await setHold(scope, classmate.student, 'A court asks for the papers')
    const [row] = (await listDue(scope, dueOf('contact'))).rows
    expect(row?.heldBecause).toBe('note')
    expect(await requestRun(scope)).toEqual({ ok: false, reason: 'nothing-due' })
    await setHold(scope, classmate.student, null)
    const isOwing = await readRow('SELECT id FROM dues WHERE student_id = :id AND is_owed = 1', {
      id: classmate.student.id,
    })
    expect(isOwing).not.toBeNull()
    expect((await listDue(scope, dueOf('contact'))).rows[0]?.heldBecause).toBe('dues')
    await execute('UPDATE dues SET paid_paise = amount_paise - concession_paise + fine_paise WHERE student_id = :id', {
      id: classmate.student.id,
    })
    expect((await listDue(scope, dueOf('contact'))).rows[0]?.heldBecause).toBe('grievance')
    expect(await requestRun(scope)).toEqual({ ok: false, reason: 'nothing-due' })
  })

  it('lets the office withdraw a removal run before it is confirmed', async () => {
    const { foreign } = world
    const { scope } = await makeStaff(foreign.school, { role: 'owner' })
    await settleForRetention(foreign.student.id)
    await leaveLongAgo(foreign.student.id, '2001-01-01')
    const asked = await requestRun(scope)
    if (!asked.ok) throw new Error(asked.reason)
    expect((await withdrawRun(scope, asked.value.publicId)).ok).toBe(true)
    expect(await withdrawRun(scope, asked.value.publicId)).toEqual({ ok: false, reason: 'over' })
    expect(await confirmRun(scope, asked.value.publicId)).toEqual({ ok: false, reason: 'over' })
    expect(await confirmRun(world.staff.owner.scope, asked.value.publicId)).toEqual({ ok: false, reason: 'not-found' })
  })

  it('uses the school’s own retention years, but at least the legal minimum', async () => {
    const { scope } = world.staff.owner
    expect(await findYears(scope)).toMatchObject({ contact: 3, payment_notes: 12 })
    await saveYears(scope, { contact: 40, payment_notes: 2 })
    expect(await findYears(scope)).toMatchObject({ contact: 40, payment_notes: 8 })
    const plan = await atMoment(inIndia('2027-03-31'), () => findPlan(scope))
    expect(plan).toMatchObject({ contact: '1987-03-31', payment_notes: '2019-03-31', photos: '2026-03-31' })
    expect(plan.register).toBeUndefined()
  })
})
