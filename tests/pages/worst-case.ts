import { currentSession, makeAcademicSession, makeClass, makeEnrollment, makeSection } from '../factories/academics'
import { makeWorstAttendance } from '../factories/attendance'
import { fillDashboard, gujaratiDashboard } from '../factories/dashboard'
import { unique } from '../factories/insert'
import { makeDue } from '../factories/ledger'
import { makeManyExams } from '../factories/results'
import { makeSchool } from '../factories/school'
import { type MadeStudent, makeStudent } from '../factories/student'
import { makeLongWeek } from '../factories/timetable'

/** Creates the student with the longest pages: 40 fee rows in three years, a full timetable, long names in Gujarati. */
export async function makeWorstCase(): Promise<MadeStudent> {
  const school = await makeSchool({ name: 'શ્રી સરસ્વતી વિદ્યાલય ઉચ્ચતર માધ્યમિક શાળા, નારણપુરા' })
  await (await import('../factories/shop')).makeWorstStore(school)
  await (await import('../factories/hostels')).makeWorstHostels(school)
  await (await import('../factories/vehicles')).makeWorstVehicles(school)
  const student = await makeStudent(school, {
    firstName: 'કૃષ્ણકાંત',
    lastName: 'ત્રિવેદી',
    fatherName: 'લક્ષ્મીનારાયણ ત્રિવેદી',
    motherName: 'જ્યોત્સ્નાબેન ત્રિવેદી',
    language: 'gu',
  })
  const thisYear = await currentSession(school)
  const startYear = Number(thisYear.startsOn.slice(0, 4))
  const names = ['શિક્ષણ ફી', 'સત્ર ફી', 'કમ્પ્યુટર ફી', 'પ્રયોગશાળા ફી', 'પુસ્તકાલય ફી', 'રમતગમત ફી', 'પ્રવૃત્તિ ફી']
  for (const [back, rows] of [14, 13, 13].entries()) {
    const year = startYear - back
    const session = back === 0 ? thisYear : await makeAcademicSession(school, { startYear: year })
    const ofClass = await makeClass(school, { name: `ધોરણ ${11 - back} વિજ્ઞાન 9${unique().slice(-4)}` })
    const section = await makeSection(ofClass, { name: 'ગુલાબ' })
    const place = await makeEnrollment(student, { session, class: ofClass, section, rollNumber: 37 })
    if (back === 0) await fillDashboard(student, place, gujaratiDashboard)
    if (back === 0) await makeLongWeek(section, session)
    if (back === 0) await makeManyExams(student, place)
    if (back === 0) await makeWorstAttendance(student, place)
    if (back === 0) await (await import('../factories/room-applications')).makeWorstDraft(school, student)
    for (let row = 0; row < rows; row++) {
      await makeDue(student, {
        session,
        name: `${names[row % names.length]} ${year}`,
        title: `હપ્તો ${row + 1}, ${year}-${row + 4}`,
        dueOn: `${year}-${String(4 + (row % 9)).padStart(2, '0')}-15`,
        amountPaise: 1_234_500 + row * 98_765,
        parts: [{ name: 'શિક્ષણ ફી', amountPaise: 1_234_500 + row * 98_765 }],
      })
    }
  }
  return student
}
