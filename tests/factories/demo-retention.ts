import { addDays } from '~/models/core/shared/calendar'
import { makeFormerStudent, makeHold } from './retention'
import type { MadeSchool } from './school'

/**
 * Creates two students who left the demo school so long ago that most of their data is due for removal; the office has
 * put the data of one on hold.
 */
export async function makeDemoRetention(school: MadeSchool, today: string): Promise<void> {
  const leftOn = addDays(today, -5 * 366)
  await makeFormerStudent(school, leftOn, {
    firstName: 'Nirav',
    lastName: 'Bhatt',
    gender: 'Male',
    fatherName: 'Ashok Bhatt',
    motherName: 'Ila Bhatt',
    enrollmentNumber: 'DV-2014-0031',
    dateOfBirth: '2004-03-18',
    email: 'nirav.bhatt@demo.shala.test',
    mobileNumber: '9825000091',
  })
  const disputed = await makeFormerStudent(school, leftOn, {
    firstName: 'Zarina',
    lastName: 'Pathan',
    gender: 'Female',
    fatherName: 'Yusuf Pathan',
    motherName: 'Amina Pathan',
    enrollmentNumber: 'DV-2014-0032',
    dateOfBirth: '2004-11-02',
    email: null,
    mobileNumber: '9825000092',
  })
  await makeHold(disputed, 'A court asks for the papers')
}
