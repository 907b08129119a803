import { expect, it } from 'vitest'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { currentSession, makeClass } from '../../../../tests/factories/academics'
import { insert, unique } from '../../../../tests/factories/insert'
import { makeSchool } from '../../../../tests/factories/school'
import { makeSubject } from '../../../../tests/factories/teaching'
import { classes } from './classes.server'
import { classesOfSubject, findClass, findSubject, subjectsOfClass } from './queries.server'
import { subjects } from './subjects.server'

type ClassFields = { name: string; position: number; subjects: string[] }
type SubjectFields = { name: string; code?: string; classes: string[] }
const createSubject = (scope: SchoolScope, values: SubjectFields) =>
  subjects.create(scope, unique(), { code: null, ...values })
/** Loads the subject and saves these values with the loaded version. */
async function updateSubject(scope: SchoolScope, publicId: string, values: SubjectFields) {
  const opened = await subjects.find(scope, publicId)
  return subjects.update(scope, publicId, opened?.version ?? 1, { code: null, ...values })
}
async function updateClass(scope: SchoolScope, publicId: string, values: ClassFields) {
  const opened = await classes.find(scope, publicId)
  return classes.update(scope, publicId, opened?.version ?? 1, values)
}

const everything = { search: '', filters: { class: '' }, sort: 'name', descending: false, page: 1 } as const
const names = (list: Array<{ name: string }>) => list.map((one) => one.name)

it('adds subjects with their classes, and finds them by name, code and class', async () => {
  const school = await makeSchool()
  const six = await makeClass(school, { name: 'Class 6', position: 1 })
  const seven = await makeClass(school, { name: 'Class 7', position: 2 })
  await createSubject(school.scope, { name: 'Mathematics', code: '041', classes: [seven.publicId, six.publicId] })
  await createSubject(school.scope, { name: 'Gujarati', classes: [six.publicId] })
  const all = await subjects.list(school.scope, everything)
  expect(all.rows.map(({ publicId: _, ...row }) => row)).toEqual([
    { name: 'Gujarati', code: null, classNames: 'Class 6' },
    { name: 'Mathematics', code: '041', classNames: 'Class 6, Class 7' },
  ])
  expect(names((await subjects.list(school.scope, { ...everything, search: '04' })).rows)).toEqual(['Mathematics'])
  expect(
    names((await subjects.list(school.scope, { ...everything, filters: { class: seven.publicId } })).rows),
  ).toEqual(['Mathematics'])
  expect(names((await subjects.list(school.scope, { ...everything, sort: 'code' })).rows)).toEqual([
    'Mathematics',
    'Gujarati',
  ])
})

it('refuses duplicate names and codes of subjects in a school, and classes of another school', async () => {
  const school = await makeSchool()
  const other = await makeSchool()
  const theirs = await makeClass(other)
  const first = await createSubject(school.scope, { name: 'Science', code: '086', classes: [] })
  if (!first.ok) throw new Error('not made')
  const again = { name: 'Science', code: '087', classes: [] }
  expect(await createSubject(school.scope, again)).toEqual({ ok: false, reason: 'name-taken' })
  const sameCode = { name: 'Sanskrit', code: '086', classes: [] }
  expect(await createSubject(school.scope, sameCode)).toEqual({ ok: false, reason: 'code-taken' })
  expect((await createSubject(other.scope, again)).ok).toBe(true)
  const foreign = { name: 'Hindi', classes: [theirs.publicId] }
  expect(await createSubject(school.scope, foreign)).toEqual({ ok: false, reason: 'no-such-class' })
  expect(await updateSubject(school.scope, first.value, foreign)).toEqual({ ok: false, reason: 'no-such-class' })
  expect(await updateSubject(other.scope, first.value, again)).toEqual({ ok: false, reason: 'not-found' })
  expect((await findSubject(school.scope, first.value))?.name).toBe('Science')
})

it('links a class and its subjects from either side', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const maths = await makeSubject(school, { name: 'Mathematics' })
  const art = await makeSubject(school, { name: 'Art' })
  const fields = { name: six.name, position: 1, subjects: [] }
  await updateClass(school.scope, six.publicId, { ...fields, subjects: [maths.publicId, art.publicId] })
  expect(names(await subjectsOfClass(school.scope, six.id))).toEqual(['Art', 'Mathematics'])
  expect(await classes.find(school.scope, six.publicId)).toMatchObject({
    subjects: expect.arrayContaining([maths.publicId, art.publicId]),
    subjectNames: 'Art, Mathematics',
  })
  await updateSubject(school.scope, art.publicId, { name: 'Art', classes: [] })
  expect(names(await subjectsOfClass(school.scope, six.id))).toEqual(['Mathematics'])
  expect(await classesOfSubject(school.scope, art.id)).toEqual([])
  const theirs = await makeSubject(await makeSchool())
  const foreign = { ...fields, subjects: [theirs.publicId] }
  expect(await updateClass(school.scope, six.publicId, foreign)).toEqual({ ok: false, reason: 'no-such-subject' })
  expect(await classes.create(school.scope, unique(), { ...foreign, name: 'New' })).toEqual({
    ok: false,
    reason: 'no-such-subject',
  })
})

it('accepts all saves when clerks link the same class and subjects from both sides concurrently', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const made = [await makeSubject(school), await makeSubject(school)]
  const ids = made.map((one) => one.publicId)
  const outcomes = await Promise.all([
    updateClass(school.scope, six.publicId, { name: six.name, position: 1, subjects: ids }),
    ...made.map(({ publicId, name }) => updateSubject(school.scope, publicId, { name, classes: [six.publicId] })),
  ])
  expect(outcomes).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  expect(await subjectsOfClass(school.scope, six.id)).toHaveLength(2)
})

it('deletes only subjects that have neither classes nor exam papers', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const learned = await makeSubject(school, { classes: [six] })
  const examined = await makeSubject(school)
  await makePaper(school.id, six.id, examined.id, (await currentSession(school)).id)
  const free = await makeSubject(school)
  expect(await subjects.remove(school.scope, learned.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await subjects.find(school.scope, learned.publicId)).toMatchObject({ classes: [six.publicId], papers: 0 })
  expect(await subjects.remove(school.scope, examined.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await subjects.remove((await makeSchool()).scope, free.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await subjects.remove(school.scope, free.publicId)).toEqual({ ok: true })
  // The class has an exam; its subjects alone would not prevent deletion.
  expect(await classes.find(school.scope, six.publicId)).toMatchObject({ exams: 1 })
  expect(await classes.remove(school.scope, six.publicId)).toEqual({ ok: false, reason: 'in-use' })
  const seven = await makeClass(school)
  await makeSubject(school, { classes: [seven] })
  expect(await classes.remove(school.scope, seven.publicId)).toEqual({ ok: true })
  expect(await findClass(school.scope, seven.publicId)).toBeNull()
})

it('parses a form with any number of ticked classes or subjects, also none', () => {
  const id = newPublicId()
  expect(classes.schema.parse({ name: 'Class 6', position: '6', subjects: [id] }).subjects).toEqual([id])
  expect(subjects.schema.parse({ name: 'Art' })).toEqual({ name: 'Art', code: null, classes: [] })
  expect(subjects.schema.safeParse({ name: 'Art', classes: ['x'] }).error?.issues[0]?.message).toBe(
    'Select a valid class',
  )
})

async function makePaper(school_id: number, class_id: number, subject_id: number, academic_session_id: number) {
  const now = new Date()
  const stamps = { created_at: now, updated_at: now }
  const exam_id = await insert('exams', {
    public_id: newPublicId(),
    school_id,
    academic_session_id,
    class_id,
    name: 'Mid term',
    type: 'mid_term',
    starts_on: '2026-09-01',
    ends_on: '2026-09-10',
    ...stamps,
  })
  const paper = { public_id: newPublicId(), school_id, exam_id, subject_id, held_on: '2026-09-02', max_marks: 80 }
  await insert('exam_papers', { ...paper, ...stamps })
}
