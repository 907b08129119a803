import { expect, it } from 'vitest'
import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { makeDue } from '../../../../tests/factories/ledger'
import { makeSchool, makeStaff } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { listAudit, listAuditSubjects } from './list-audit.server'

type AuditQuery = Parameters<typeof listAudit>[1]

const noFilters = { subjectKind: '', actorKind: '', from: '', to: '' }
const all: AuditQuery = { search: '', filters: noFilters, sort: 'when', descending: false, page: 1 }

async function schoolWithEntries() {
  const school = await makeSchool()
  const clerk = await makeStaff(school, { name: 'Farida Shaikh' })
  await inTransaction(async () => {
    await recordAudit(school.scope, { action: 'fee.assigned', subject: { kind: 'fee', id: 1 } })
    const details = { class: 'Class 6' }
    await recordAudit(clerk.scope, { action: 'student.updated', subject: { kind: 'student', id: 1 }, details })
  })
  // 18:29 and 18:31 UTC: the 4th and the 5th of March in India.
  await execute(
    `UPDATE audit_entries SET created_at = IF(action = 'fee.assigned', '2026-03-04 18:29:00', '2026-03-04 18:31:00')
     WHERE school_id = :id`,
    { id: school.id },
  )
  return school
}

it('lists entries newest first, filtered by search words, subject, person and days in IST', async () => {
  const [school, other] = [await schoolWithEntries(), await schoolWithEntries()]
  const actions = async (query: Partial<AuditQuery>, filters: Partial<AuditQuery['filters']> = {}) =>
    (await listAudit(school.scope, { ...all, filters: { ...noFilters, ...filters }, ...query })).rows.map(
      (row) => row.action,
    )
  expect(await actions({})).toEqual(['student.updated', 'fee.assigned'])
  expect(await actions({ descending: true })).toEqual(['fee.assigned', 'student.updated'])
  expect(await actions({ search: 'farida' })).toEqual(['student.updated'])
  expect(await actions({ search: 'Class 6' })).toEqual(['student.updated'])
  expect(await actions({}, { subjectKind: 'fee' })).toEqual(['fee.assigned'])
  expect(await actions({}, { actorKind: 'staff' })).toEqual(['student.updated'])
  expect(await actions({}, { from: '2026-03-05' })).toEqual(['student.updated'])
  expect(await actions({}, { to: '2026-03-04' })).toEqual(['fee.assigned'])
  expect(await listAuditSubjects(other.scope)).toEqual(['fee', 'student'])
})

it('shows which student an entry concerns, and finds the entry by the student’s name', async () => {
  const school = await makeSchool()
  const student = await makeStudent(school, { firstName: 'Zarna', lastName: 'Mehta' })
  const due = await makeDue(student)
  await inTransaction(async () => {
    await recordAudit(school.scope, { action: 'fine.waived', subject: { kind: 'due', id: due.id } })
    await recordAudit(school.scope, { action: 'student.left', subject: { kind: 'student', id: student.id } })
    await recordAudit(school.scope, { action: 'class.created', subject: { kind: 'class', id: 1 } })
  })
  const { rows } = await listAudit(school.scope, { ...all, search: 'zarna meh' })
  expect(rows.map((row) => [row.action, row.whom, row.whomId])).toEqual([
    ['student.left', 'Zarna Mehta', student.publicId],
    ['fine.waived', 'Zarna Mehta', student.publicId],
  ])
})
