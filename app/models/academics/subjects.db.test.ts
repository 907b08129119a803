import { expect, it } from 'vitest'
import { currentSession, makeClass } from '../../../tests/factories/academics'
import { insert } from '../../../tests/factories/insert'
import { makeSchool } from '../../../tests/factories/school'
import { makeSubject } from '../../../tests/factories/teaching'
import { newPublicId } from '../shared/public-id.server'
import { createClass } from './create-class.server'
import { createSubject } from './create-subject.server'
import { deleteClass } from './delete-class.server'
import { deleteSubject } from './delete-subject.server'
import { findDependents } from './dependents.server'
import { findClass } from './queries.server'
import { classSchema, subjectSchema } from './schema'
import { classesOfSubject, findSubject, listSubjects, subjectsOfClass } from './subject-queries.server'
import { updateClass } from './update-class.server'
import { updateSubject } from './update-subject.server'

const everything = { search: '', classId: '', sort: 'name', descending: false, page: 1 } as const
const names = (list: Array<{ name: string }>) => list.map((one) => one.name)

it('adds subjects with their classes, and finds them by name, code and class', async () => {
  const school = await makeSchool()
  const six = await makeClass(school, { name: 'Class 6', position: 1 })
  const seven = await makeClass(school, { name: 'Class 7', position: 2 })
  await createSubject(school.scope, { name: 'Mathematics', code: '041', classes: [seven.publicId, six.publicId] })
  await createSubject(school.scope, { name: 'Gujarati', classes: [six.publicId] })
  const all = await listSubjects(school.scope, everything)
  expect(all.rows.map(({ publicId: _, ...row }) => row)).toEqual([
    { name: 'Gujarati', code: null, classNames: 'Class 6' },
    { name: 'Mathematics', code: '041', classNames: 'Class 6, Class 7' },
  ])
  expect(names((await listSubjects(school.scope, { ...everything, search: '04' })).rows)).toEqual(['Mathematics'])
  expect(names((await listSubjects(school.scope, { ...everything, classId: seven.publicId })).rows)).toEqual([
    'Mathematics',
  ])
  expect(names((await listSubjects(school.scope, { ...everything, sort: 'code' })).rows)).toEqual([
    'Mathematics',
    'Gujarati',
  ])
})

it('refuses a name and a code twice in a school, and classes of another one', async () => {
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

it('says from either side what a class learns', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const maths = await makeSubject(school, { name: 'Mathematics' })
  const art = await makeSubject(school, { name: 'Art' })
  const fields = { name: six.name, position: 1 }
  await updateClass(school.scope, six.publicId, { ...fields, subjects: [maths.publicId, art.publicId] })
  expect(names(await subjectsOfClass(school.scope, six.id))).toEqual(['Art', 'Mathematics'])
  // Left out, they stay; an empty list takes them all off.
  await updateClass(school.scope, six.publicId, fields)
  expect(await subjectsOfClass(school.scope, six.id)).toHaveLength(2)
  await updateSubject(school.scope, art.publicId, { name: 'Art', classes: [] })
  expect(names(await subjectsOfClass(school.scope, six.id))).toEqual(['Mathematics'])
  expect(await classesOfSubject(school.scope, art.id)).toEqual([])
  const theirs = await makeSubject(await makeSchool())
  const foreign = { ...fields, subjects: [theirs.publicId] }
  expect(await updateClass(school.scope, six.publicId, foreign)).toEqual({ ok: false, reason: 'no-such-subject' })
  expect(await createClass(school.scope, { ...foreign, name: 'New' })).toEqual({ ok: false, reason: 'no-such-subject' })
})

it('does not stumble when two clerks give the same class the same subjects at once', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const subjects = [(await makeSubject(school)).publicId, (await makeSubject(school)).publicId]
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () =>
      updateClass(school.scope, six.publicId, { name: six.name, position: 1, subjects }),
    ),
  )
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
  expect(await subjectsOfClass(school.scope, six.id)).toHaveLength(2)
})

it('deletes a subject only when no class learns it and no exam has a paper in it', async () => {
  const school = await makeSchool()
  const six = await makeClass(school)
  const learned = await makeSubject(school, { classes: [six] })
  const examined = await makeSubject(school)
  await makePaper(school.id, six.id, examined.id, (await currentSession(school)).id)
  const free = await makeSubject(school)
  expect(await deleteSubject(school.scope, learned.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await findDependents(school.scope, { kind: 'subject', id: learned.id })).toMatchObject({
    classes: 1,
    papers: 0,
  })
  expect(await deleteSubject(school.scope, examined.publicId)).toEqual({ ok: false, reason: 'in-use' })
  expect(await deleteSubject((await makeSchool()).scope, free.publicId)).toEqual({ ok: false, reason: 'not-found' })
  expect(await deleteSubject(school.scope, free.publicId)).toEqual({ ok: true })
  // The class has an exam now; what it learns alone would not keep it.
  expect(await findDependents(school.scope, { kind: 'class', id: six.id })).toMatchObject({ exams: 1 })
  expect(await deleteClass(school.scope, six.publicId)).toEqual({ ok: false, reason: 'in-use' })
  const seven = await makeClass(school)
  await makeSubject(school, { classes: [seven] })
  expect(await deleteClass(school.scope, seven.publicId)).toEqual({ ok: true })
  expect(await findClass(school.scope, seven.publicId)).toBeNull()
})

it('reads ticked boxes, one or many or none', () => {
  const id = newPublicId()
  expect(classSchema.parse({ name: 'Class 6', position: '6', subjects: [id] }).subjects).toEqual([id])
  expect(subjectSchema.parse({ name: 'Art' })).toEqual({ name: 'Art', classes: [] })
  expect(subjectSchema.safeParse({ name: 'Art', classes: ['x'] }).error?.issues[0]?.message).toBe(
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
