import { expect, it } from 'vitest'
import type { Form } from '~/kit/forms/fields'
import { inLanguage } from '~/language/request.server'
import { textOf } from '~/models/core/shared/words'
import { updateStudent } from '~/models/entry/admissions/update-student.server'
import { importedStudentColumns } from '~/models/entry/imports/kinds/students/student-columns'
import { fieldsOf } from '~/models/entry/retention/field-columns.server'
import { ownForms, sectionForms, studentSchema } from '~/models/people/students/describe/sections.server'
import { findSections } from '~/models/people/students/find-sections.server'
import { makeSchool } from '../factories/school'
import { makeStudent } from '../factories/student'

/* Runs in a copy of the clone to which the changes of docs/guides/add-a-field.md were applied. */

/** Typed as an existing text field, because the types of this clone do not know the guide's field yet. */
const newField = 'blood_group' as 'religion'

it('saves the blood group that the office types, and refuses one that does not exist', async () => {
  const school = await makeSchool()
  const { publicId } = await makeStudent(school)
  const find = async () => {
    const found = await findSections(school.scope, publicId)
    if (!found) throw new Error('The student is missing')
    return found
  }
  const { version } = await find()
  expect(await updateStudent(school.scope, publicId, { [newField]: 'O+' }, version)).toEqual({ ok: true })
  const { values } = await find()
  expect(values.blood_group).toBe('O+')
  // The schema reads a form, which sends nothing for an unticked box or an empty e-mail address.
  const typed = { ...values, rte: undefined, email: values.email ?? undefined, blood_group: 'C+' }
  const messages = studentSchema.safeParse(typed).error?.issues.map(({ message }) => message)
  expect(messages).toContain('Select a valid blood group')
})

it.each([
  ['the office', sectionForms.student],
  ['the student', ownForms.student],
] as const)('labels the blood group in the reader’s language in the form of %s', (_, form: Form) => {
  const label = form.fields.blood_group?.label ?? ''
  expect(inLanguage('en', () => textOf(label))).toBe('Blood group')
  expect(inLanguage('gu', () => textOf(label))).toBe('બ્લડ ગ્રુપ')
})

it('has a column for the blood group in the import of students', () => {
  expect(importedStudentColumns.find(({ key }) => key === 'blood_group')).toMatchObject({
    allowed: expect.stringContaining('AB-'),
  })
})

it('removes the blood group with the other health data', () => {
  expect(fieldsOf('health').columns.students).toEqual([{ column: 'blood_group', replacement: null }])
})
