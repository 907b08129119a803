import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { receiveFile } from '~/models/core/files/receive-file.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { DocumentKind } from '~/models/people/students/documents.server'
import { currentSession, makeClass } from '../../../../../tests/factories/academics'
import { makeAdmission } from '../../../../../tests/factories/admissions'
import { readRows } from '../../../../../tests/factories/read'
import { type MadeSchool, makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { admissionFiles, listAdmissionDocuments, type NewDocument } from './admission-documents.server'
import type { AdmissionFields } from './admission-fields.server'
import {
  countAdmissions,
  findAdmission,
  findLookalikes,
  listAdmissionEvents,
  listAdmissions,
} from './admission-queries.server'
import { createAdmission, updateAdmission } from './save-admission.server'

type Typed = AdmissionFields & { form_key: string }

/** Submits the form, whose idempotency key `createAdmission` takes separately from the typed fields. */
const create = (scope: SchoolScope, { form_key: key, ...typed }: Typed, documents: readonly NewDocument[] = []) =>
  createAdmission(scope, key, typed, documents)
const update = (
  scope: SchoolScope,
  id: string,
  { form_key: _, ...typed }: Typed,
  documents?: Parameters<typeof updateAdmission>[4],
  version = 1,
) => updateAdmission(scope, id, version, typed, documents)

async function house() {
  const school = await makeSchool()
  const session = await currentSession(school)
  const ofClass = await makeClass(school)
  const { scope } = await makeStaff(school, { name: 'Farida Shaikh' })
  const fields = (change: Partial<Typed> = {}): Typed => ({
    first_name: 'Diya',
    last_name: 'Mehta',
    mother_name: 'Komal Mehta',
    father_name: 'Nilesh Mehta',
    address: '4 Station Road',
    gender: 'Female',
    date_of_birth: '2018-02-03',
    category: 'General',
    mobile_number: '9812345678',
    email: null,
    rte: false,
    class: ofClass.publicId,
    academic_session: session.publicId,
    previous_school: 'Bal Mandir',
    previous_class: 'KG',
    previous_board: null,
    medium: 'Gujarati',
    language: 'gu',
    remarks: null,
    form_key: randomUUID(),
    ...change,
  })
  return { school, session, ofClass, scope, fields }
}

async function received(school: MadeSchool, kind: DocumentKind & keyof typeof admissionFiles) {
  const bytes = new TextEncoder().encode('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const file = await receiveFile(school.scope, admissionFiles[kind], { name: 'paper.pdf', bytes, studentId: null })
  if (!file.ok) throw new Error(file.reason)
  return { kind, key: file.value.key }
}

it('creates an admission with its documents, once per form', async () => {
  const { school, ofClass, session, scope, fields } = await house()
  const form = fields()
  const papers = [await received(school, 'birth_certificate'), await received(school, 'marksheet')]
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => create(scope, form, papers)))
  const ids = new Set(outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.reason)))
  expect(ids.size).toBe(1)
  const [id = ''] = ids
  const admission = await findAdmission(scope, id)
  expect(admission).toMatchObject({
    state: 'pending',
    origin: 'office',
    class: ofClass.publicId,
    academic_session: session.publicId,
    medium: 'Gujarati',
    language: 'gu',
    student: null,
  })
  const documents = await listAdmissionDocuments(scope, admission?.id ?? 0)
  expect(documents.map(({ kind, key }) => ({ kind, key }))).toEqual(papers)
  expect(await listAdmissionEvents(scope, admission?.id ?? 0)).toMatchObject([
    { action: 'admission.created', actorName: 'Farida Shaikh' },
  ])
  expect(await countAdmissions(scope, 'pending')).toBe(1)
  // Another form cannot use these files, as they are already attached.
  expect(await create(scope, fields({ first_name: 'Dev' }), papers)).toEqual({ ok: false, reason: 'documents-gone' })
  expect(await countAdmissions(scope, 'pending')).toBe(1)
})

it('keeps one pending admission per child, and refuses a class or session of another school', async () => {
  const { scope, fields } = await house()
  const theirs = await house()
  expect((await create(scope, fields())).ok).toBe(true)
  expect(await create(scope, fields({ first_name: 'DIYA' }))).toEqual({ ok: false, reason: 'already-waiting' })
  expect((await create(theirs.scope, theirs.fields())).ok).toBe(true)
  expect(await create(scope, fields({ class: theirs.ofClass.publicId }))).toEqual({
    ok: false,
    reason: 'no-such-class',
  })
  expect(await create(scope, fields({ academic_session: theirs.session.publicId }))).toEqual({
    ok: false,
    reason: 'no-such-session',
  })
})

it('updates a pending admission, with documents added, replaced and removed', async () => {
  const { school, scope, fields } = await house()
  const leaving = await received(school, 'previous_tc')
  const made = await create(scope, fields(), [
    await received(school, 'birth_certificate'),
    await received(school, 'marksheet'),
    leaving,
  ])
  if (!made.ok) throw new Error(made.reason)
  const certificate = await received(school, 'birth_certificate')
  const changed = await update(scope, made.value, fields({ first_name: 'Dia', email: 'd@family.test' }), {
    added: [certificate, await received(school, 'marksheet')],
    removed: [leaving.key, 'documents/of-nobody.pdf'],
  })
  expect(changed).toEqual({ ok: true })
  const admission = await findAdmission(scope, made.value)
  expect(admission).toMatchObject({ first_name: 'Dia', email: 'd@family.test' })
  const documents = await listAdmissionDocuments(scope, admission?.id ?? 0)
  expect(documents.map(({ kind, position }) => [kind, position])).toEqual([
    ['birth_certificate', 0],
    ['marksheet', 0],
    ['marksheet', 1],
  ])
  expect(documents[0]?.key).toBe(certificate.key)
  const files = await readRows<{ id: number }>('SELECT id FROM files WHERE school_id = :id', { id: school.id })
  expect(files).toHaveLength(3)

  // A form opened before this update gets a conflict and overwrites nothing.
  expect(await update(scope, made.value, fields({ first_name: 'Divya' }))).toEqual({ ok: false, reason: 'changed' })
  expect(await findAdmission(scope, made.value)).toMatchObject({ first_name: 'Dia', version: 2 })

  const other = await makeAdmission(school, { state: 'rejected' })
  expect(await update(scope, other.publicId, fields())).toEqual({ ok: false, reason: 'decided' })
  const waiting = await makeAdmission(school)
  const same = fields({ first_name: 'Dia' })
  expect(await update(scope, waiting.publicId, same)).toEqual({ ok: false, reason: 'already-waiting' })
  expect(await update((await makeSchool()).scope, made.value, fields())).toEqual({ ok: false, reason: 'not-found' })
})

const input = { search: '', sort: 'state' as Parameters<typeof listAdmissions>[1]['sort'], descending: false, page: 1 }
const filters = { state: '', origin: '', class: '', session: '', from: '', to: '' }

it('lists pending admissions first, newest on top, filtered by name, parent, mobile, state, class, session, origin and day', async () => {
  const { school, ofClass, session, scope } = await house()
  const old = await makeAdmission(school, {
    firstName: 'Old',
    class: ofClass,
    session,
    // 1:30 a.m. in India, the previous day in UTC.
    createdAt: new Date('2026-05-01T20:00:00Z'),
  })
  const online = await makeAdmission(school, { firstName: 'On%line', origin: 'online', mobileNumber: '8000000001' })
  const rejected = await makeAdmission(school, { firstName: 'Rej', state: 'rejected', fatherName: 'Vikram' })
  await makeAdmission(await makeSchool())
  const found = async (more: Partial<typeof input & { filters: Partial<typeof filters> }>) => {
    const list = await listAdmissions(scope, { ...input, ...more, filters: { ...filters, ...more.filters } })
    return list.rows.map((row) => row.publicId)
  }
  expect(await found({})).toEqual([online.publicId, old.publicId, rejected.publicId])
  expect(await found({ sort: 'received' })).toEqual([old.publicId, online.publicId, rejected.publicId])
  expect(await found({ sort: 'received', descending: true })).toEqual([
    rejected.publicId,
    online.publicId,
    old.publicId,
  ])
  expect(await found({ search: 'vikram' })).toEqual([rejected.publicId])
  expect(await found({ search: 'On%' })).toEqual([online.publicId])
  expect(await found({ search: '8000000001' })).toEqual([online.publicId])
  expect(await found({ filters: { state: 'rejected' } })).toEqual([rejected.publicId])
  expect(await found({ filters: { origin: 'online' } })).toEqual([online.publicId])
  expect(await found({ filters: { class: ofClass.publicId, session: session.publicId } })).toEqual([old.publicId])
  expect(await found({ filters: { from: '2026-05-02', to: '2026-05-02' } })).toEqual([old.publicId])
  expect(await found({ filters: { from: '2026-05-03' } })).toEqual([online.publicId, rejected.publicId])
})

it('finds possible duplicates and siblings of the child', async () => {
  const { school, scope } = await house()
  const admission = await makeAdmission(school, { firstName: 'Asha', lastName: 'Patel', mobileNumber: '9800000011' })
  const found = async () => {
    const record = await findAdmission(scope, admission.publicId)
    if (!record) throw new Error('not found')
    return findLookalikes(scope, record)
  }
  expect(await found()).toEqual([])
  const { dateOfBirth } = admission
  const same = await makeStudent(school, { firstName: 'asha', lastName: 'PATEL', dateOfBirth })
  const brother = await makeStudent(school, { firstName: 'Ravi', mobileNumber: '9800000011' })
  const twice = await makeAdmission(school, { firstName: 'Asha', lastName: 'Patel', dateOfBirth })
  await makeStudent(await makeSchool(), { firstName: 'Asha', lastName: 'Patel', dateOfBirth })
  expect((await found()).map(({ kind, publicId, reason }) => [kind, publicId, reason])).toEqual([
    ['student', same.publicId, 'same'],
    ['student', brother.publicId, 'sibling'],
    ['admission', twice.publicId, 'same'],
  ])
})
