import type { AttendanceRegisterView } from '~/documents/attendance-register.server'
import type { FeeRegisterView } from '~/documents/fee-register.server'
import { monthsBetween } from '~/models/core/shared/calendar'
import { type AttendanceStatus, attendanceStatuses } from '~/models/learning/attendance/options'
import {
  attendancePercent,
  attendedDays,
  attendedPart,
  daysOfMonth,
  isWeeklyOff,
  noDays,
} from '~/models/learning/attendance/rules'
import {
  addSums,
  type FeeRegisterStudent,
  noSums,
  type RegisterCell,
  totalsOf,
} from '~/models/money/ledger/books/fee-register-view'

type SampleLanguage = 'en' | 'hi' | 'gu'

const schools: Record<SampleLanguage, string> = {
  en: 'Saraswati Public School, Ahmedabad',
  hi: 'सरस्वती पब्लिक स्कूल, अहमदाबाद',
  gu: 'સરસ્વતી પબ્લિક સ્કૂલ, અમદાવાદ',
}
const firstNames: Record<SampleLanguage, readonly string[]> = {
  en: ['Asha', 'Ravi', 'Venkatanarasimharajuvaripeta', 'Fatima', 'Arjun'],
  hi: ['कृष्णकांत', 'सुलक्षणा', 'ज्योतिरादित्य', 'फ़ातिमा', 'अर्जुन'],
  gu: ['જ્યોત્સ્નાબેન', 'કૃષ્ણકાંતભાઈ', 'પ્રિયદર્શિનીકુમારી', 'ધ્રુવરાજસિંહ', 'શ્રદ્ધા'],
}
const lastNames: Record<SampleLanguage, readonly string[]> = {
  en: ['Patel', 'Subrahmanyam Chandrasekhar', 'Shaikh'],
  hi: ['शर्मा', 'त्रिवेदी चतुर्वेदी', 'क्षत्रिय'],
  gu: ['ત્રિવેદી', 'ઉપાધ્યાય ક્ષત્રિય બ્રહ્મભટ્ટ', 'પ્રજાપતિ'],
}
const holidays: Record<SampleLanguage, string> = { en: 'Independence Day', hi: 'स्वतंत्रता दिवस', gu: 'સ્વાતંત્ર્ય દિન' }
const nth = <Thing>(list: readonly Thing[], index: number): Thing => list[index % list.length] as Thing

const named = (locale: SampleLanguage, index: number) => ({
  firstName: nth(firstNames[locale], index),
  lastName: nth(lastNames[locale], index),
})

/**
 * Attendance of a section in August: a Saturday holiday, an unmarked day, and students who joined, left or changed
 * section.
 */
export function attendanceRegisterView(locale: SampleLanguage, size = 40): AttendanceRegisterView {
  const days = daysOfMonth('2026-08')
  const kinds = days.map((day) => {
    if (isWeeklyOff(day, 'none') || day === '2026-08-15') return 'off' as const
    return day === '2026-08-28' ? ('open' as const) : ('marked' as const)
  })
  const students = Array.from({ length: size }, (_, index) => {
    const joinedOn = index === 4 ? '2026-08-12' : null
    const leftOn = index === 7 ? '2026-08-20' : null
    const statuses = days.map((day, at): AttendanceStatus | null => {
      if (kinds[at] !== 'marked' || (joinedOn !== null && day < joinedOn) || (leftOn !== null && day > leftOn))
        return null
      const chance = (index * 31 + at * 17) % 23
      return chance < 5 ? nth(attendanceStatuses, chance) : 'present'
    })
    const counts = { ...noDays }
    for (const status of statuses) if (status !== null) counts[status] += 1
    const attended = attendedDays(counts)
    const daysInMonth = statuses.filter((status) => status !== null).length
    const before = joinedOn === null ? 61.5 - (index % 9) : 0
    return {
      publicId: `s${index}`,
      ...named(locale, index),
      enrollmentNumber: `ENR-${index}`,
      rollNumber: index + 1,
      admissionNumber: `ADM-2024-${String(1017 + index)}`,
      gender: index % 2 ? ('Male' as const) : ('Female' as const),
      joinedOn,
      leftOn,
      isElsewhere: index === 11,
      statuses,
      counts,
      days: daysInMonth,
      attended,
      percent: attendancePercent(counts),
      broughtForward: before,
      attendedInAll: before + attended,
      daysInAll: joinedOn === null ? 62 + daysInMonth : daysInMonth,
    }
  })
  const thereOn = (at: number, gender?: 'Male' | 'Female') =>
    students.reduce((sum, student) => {
      const status = student.statuses[at]
      return status && (gender === undefined || student.gender === gender) ? sum + attendedPart[status] : sum
    }, 0)
  const workingDays = kinds.filter((kind) => kind === 'marked').length
  const atEnd = students.filter(({ leftOn, isElsewhere }) => leftOn === null && !isElsewhere)
  const attended = students.reduce((sum, student) => sum + student.attended, 0)
  return {
    schoolName: schools[locale],
    className: 'Class 8',
    sectionName: 'B',
    sessionName: '2026-2027',
    month: '2026-08',
    classTeacher: 'Kavita Rao',
    printedOn: '2026-09-01',
    register: {
      days: days.map((day, at) => ({
        day,
        kind: kinds[at] ?? 'open',
        holiday: day === '2026-08-15' ? holidays[locale] : null,
        there: { boys: thereOn(at, 'Male'), girls: thereOn(at, 'Female'), all: thereOn(at) },
      })),
      onRoll: {
        boys: atEnd.filter(({ gender }) => gender === 'Male').length,
        girls: atEnd.filter(({ gender }) => gender === 'Female').length,
        all: atEnd.length,
      },
      students,
      workingDays,
      average: Math.round((attended / workingDays) * 10) / 10,
      percent: 93.4,
    },
  }
}

/**
 * Fees of a section in a year: one fee a month, some with a concession, a fine, a part paid by several receipts, or a
 * partial refund.
 */
export function feeRegisterView(locale: SampleLanguage, size = 60): FeeRegisterView {
  const months = monthsBetween('2026-04-01', '2027-03-31')
  const students = Array.from({ length: size }, (_, index): FeeRegisterStudent => {
    const cells = months.map((month, at): RegisterCell | null => {
      if (at === 1 || (index === 9 && at > 5)) return null
      const amountPaise = at === 0 ? 12_500_00 : 1_850_50 + index
      const concessionPaise = index % 5 === 2 ? 250_25 : 0
      const finePaise = index % 7 === 3 && at < 4 ? 50_00 : 0
      const owed = amountPaise - concessionPaise + finePaise
      const paidPaise = at > 7 ? 0 : index % 6 === 5 && at > 3 ? 500_00 : owed
      const isSplit = index % 8 === 1 && at === 2
      const number = (more: number) => `2026-27/${String(index * 12 + at + 1 + more).padStart(6, '0')}`
      const receipt = (more: number, paise: number) => {
        return {
          number: number(more),
          on: `${month}-${more === 0 ? '10' : '19'}`,
          paise,
          wentBack: index === 3 && at === 2,
        }
      }
      const receipts =
        paidPaise === 0
          ? []
          : isSplit
            ? [receipt(0, 1_000_00), receipt(900, paidPaise - 1_000_00)]
            : [receipt(0, paidPaise)]
      return { amountPaise, concessionPaise, finePaise, paidPaise, balancePaise: owed - paidPaise, receipts }
    })
    const { firstName, lastName } = named(locale, index)
    return {
      publicId: `s${index}`,
      name: `${firstName} ${lastName}`,
      rollNumber: index + 1,
      admissionNumber: `ADM-2024-${String(1017 + index)}`,
      enrollmentNumber: `ENR-${index}`,
      leftOn: index === 9 ? '2026-09-30' : null,
      creditPaise: index === 2 ? 750_00 : 0,
      cells,
      total: cells.reduce((sums, cell) => addSums(sums, cell ?? noSums), noSums),
    }
  })
  return {
    schoolName: schools[locale],
    className: 'Class 8',
    sectionName: 'B',
    sessionName: '2026-2027',
    financialYear: '2026-27',
    printedOn: '2026-11-26',
    register: { months, students, totals: totalsOf(students, months) },
  }
}
