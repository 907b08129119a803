import { expect, it } from 'vitest'
import { makeSchool } from '../../../../tests/factories/school'
import { makeStudent } from '../../../../tests/factories/student'
import { applicantOf, searchedApplicants } from './__applicant.server'

it("finds the applicant by search and by URL, in the office's own school only", async () => {
  const [school, other] = [await makeSchool(), await makeSchool()]
  const student = await makeStudent(school, { firstName: 'Zarna', lastName: 'Kothari' })
  await makeStudent(other, { firstName: 'Zarna', lastName: 'Kothari' })
  const search = new URLSearchParams({ search: ' Zarna Koth ' })
  const found = await searchedApplicants(school.scope, search)
  expect(found).toMatchObject({ search: 'Zarna Koth', payers: [{ id: student.publicId }] })
  expect(found.payers).toHaveLength(1)
  expect(await searchedApplicants(school.scope, new URLSearchParams())).toEqual({ search: '', payers: [] })

  const chosen = new URLSearchParams({ student: student.publicId })
  expect(await applicantOf(school.scope, null, chosen)).toMatchObject({ student: { id: student.id } })
  expect(await applicantOf(school.scope, null, search)).toEqual({ student: null })
  expect(await applicantOf(other.scope, null, chosen)).toBeNull()
  expect(await applicantOf(school.scope, null, new URLSearchParams({ student: 'nobody' }))).toBeNull()
})
