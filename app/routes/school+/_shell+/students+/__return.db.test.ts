import { expect, it } from 'vitest'
import { schoolPaths } from '~/http/school-paths'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { leaveSchool } from '~/models/entry/admissions/leave-school.server'
import {
  currentSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from '../../../../../tests/factories/academics'
import { signedInStaff } from '../../../../../tests/factories/accounts'
import { makeSchool, makeStaff } from '../../../../../tests/factories/school'
import { makeStudent } from '../../../../../tests/factories/student'
import { action } from './$id.return'

it('shows the error of a full or missing section beside the section field of its session', async () => {
  const today = todayInIndia(new Date())
  const school = await makeSchool()
  const session = await currentSession(school)
  const next = await makeAcademicSession(school, {
    name: 'Next year',
    startsOn: addDays(today, 400),
    endsOn: addDays(today, 700),
  })
  const ofClass = await makeClass(school)
  const section = await makeSection(ofClass, { capacity: 1 })
  const student = await makeStudent(school)
  const first = await makeEnrollment(student, { session, class: ofClass, section })
  const second = await makeEnrollment(student, { session: next, class: ofClass, section })
  await leaveSchool(school.scope, student.publicId, { leftOn: today, reason: 'Family moved to Surat', cancelDues: [] })
  await makeEnrollment(await makeStudent(school), { session: next, class: ofClass, section })
  const { cookie } = await signedInStaff(await makeStaff(school))

  const errorOf = async (chosen: string) => {
    const body = new URLSearchParams({
      'places[0].enrollment': first.publicId,
      'places[0].section': section.publicId,
      'places[1].enrollment': second.publicId,
      'places[1].section': chosen,
      register: 'mistake',
      mistake: 'Another student was meant',
    })
    const url = `http://localhost:3000${schoolPaths.returnStudent(student.publicId)}`
    const request = new Request(url, { method: 'POST', headers: { cookie }, body })
    const answer = await action({ request, params: { id: student.publicId }, context: {} })
    return answer !== null && 'data' in answer ? answer.data.error : null
  }
  expect(await errorOf(section.publicId)).toEqual({
    'places[1].section': ['No seat is free; choose another section or raise the capacity'],
  })
  const ofOtherClass = await makeSection(await makeClass(school))
  expect(await errorOf(ofOtherClass.publicId)).toEqual({ 'places[1].section': ['Select a valid section'] })
})
