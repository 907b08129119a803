import { addDays, financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { assignFee } from '~/models/money/fees/assign-fee.server'
import { recordOfflinePayment } from '~/models/money/ledger/counter/record-offline-payment.server'
import {
  type MadeClass,
  type MadeSession,
  makeAcademicSession,
  makeClass,
  makeEnrollment,
  makeSection,
} from './academics'
import { makeDemoAdmissions } from './admissions'
import { makeDemoAttendance } from './attendance'
import { makeDemoBreach } from './breaches'
import { makeDemoCollections } from './collections'
import { makeDemoCertificates } from './demo-certificates'
import { makeDemoConsents } from './demo-consents'
import { type DemoSchool, makeDemoCrowd, makeDemoYears } from './demo-crowd'
import { makeDemoExams, makeDemoReportCards } from './demo-exams'
import { makeDemoGuardianOffice } from './demo-guardians'
import { makeDemoAllotments } from './demo-hostels'
import { makeDemoQuizzes } from './demo-quizzes'
import { makeDemoRegister, makeReturning } from './demo-register'
import { makeDemoRetention } from './demo-retention'
import { makeDemoStoreOffice } from './demo-shop'
import { makeDemoTransport, makeSecondDemoTransport } from './demo-transport'
import { backdateDues, makeDemoFeeRules } from './fee-rules'
import { makeFee } from './fees'
import { forgetWork } from './forget-work'
import { linkGuardian, type MadeGuardianAccount, makeGuardian, makeGuardianAccount } from './guardians'
import { makeDemoHostels } from './hostels'
import { makeBankAccount, makePaymentKeys } from './ledger'
import { makeMessageKeys, messageAccountOf, type TestMessageAccount } from './message-sandbox'
import { makeDemoMessages } from './messaging'
import { makeDemoNotices } from './notices'
import { makeChangeRequest } from './people'
import { makeDemoProfile } from './profile'
import { readRows } from './read'
import { type MadeSchool, type MadeStaff, makeSchool, makeStaff } from './school'
import { makeDemoStore } from './shop'
import { type MadeStudent, makeStudent, type StudentFacts } from './student'
import { makeDemoTeaching } from './teaching'
import { makeDemoTimetable, makeSecondDemoTimetable } from './timetable'

/** Fixed sign-ins of the demo, as the README lists them. */
export const demoSignIns = [
  { role: 'School office', name: 'office@demo.shala.test', password: 'Demo-office-2026' },
  { role: 'Accounts', name: 'accounts@demo.shala.test', password: 'Demo-accounts-2026' },
  { role: 'Office clerk', name: 'clerk@demo.shala.test', password: 'Demo-clerk-2026' },
  { role: 'Teacher', name: 'teacher@demo.shala.test', password: 'Demo-teacher-2026' },
  { role: 'Student', name: 'asha.patel@demo.shala.test', password: 'Demo-student-2026' },
  { role: 'Student, first sign-in', name: 'ravi.kumar@demo.shala.test', password: '2011-08-15' },
  { role: 'Guardian of three children at two schools', name: '9825000011', password: 'Demo-guardian-2026' },
  { role: 'Second school office', name: 'office@second.shala.test', password: 'Second-office-2026' },
  { role: 'Second school student', name: 'meera.iyer@second.shala.test', password: 'Second-student-2026' },
] as const

/** Message account of the demo school, known to the sandbox. It accepts any template, since a demo registers none. */
export function demoMessageAccount(url: { msg91: string; whatsapp: string } | null): TestMessageAccount {
  return { ...messageAccountOf('demo', url), any_template: true }
}

/** Payment keys of the demo school; the sandbox knows them as a merchant. */
export const demoPaymentKeys = {
  keyId: 'rzp_test_ShalaDemo2026',
  keySecret: 'demo-key-secret-of-the-sandbox',
  webhookSecret: 'demo-webhook-secret-of-the-sandbox',
}

const classmates: Array<Partial<StudentFacts>> = [
  {
    firstName: 'પ્રિયંકા',
    lastName: 'ક્ષત્રિય',
    gender: 'Female',
    fatherName: 'કૃષ્ણકાંત ક્ષત્રિય',
    motherName: 'મીનાક્ષી ક્ષત્રિય',
    language: 'gu',
  },
  {
    firstName: 'आरव',
    lastName: 'शर्मा',
    gender: 'Male',
    fatherName: 'संजय शर्मा',
    motherName: 'रेखा शर्मा',
    language: 'hi',
  },
  { firstName: 'Fatima', lastName: 'Shaikh', gender: 'Female', fatherName: 'Imran Shaikh', motherName: 'Salma Shaikh' },
  { firstName: 'Harpreet', lastName: 'Singh', gender: 'Male', fatherName: 'Gurdev Singh', motherName: 'Manjit Kaur' },
  {
    firstName: 'Joseph',
    lastName: 'Fernandes',
    gender: 'Male',
    fatherName: 'Peter Fernandes',
    motherName: 'Rita Fernandes',
  },
  { firstName: 'Kavya', lastName: 'Reddy', gender: 'Female', fatherName: 'Srinivas Reddy', motherName: 'Padma Reddy' },
  {
    firstName: 'Arjun',
    lastName: 'Solanki',
    gender: 'Male',
    fatherName: 'Bharat Solanki',
    motherName: 'Geeta Solanki',
    rte: true,
  },
  { firstName: 'Sneha', lastName: 'Desai', gender: 'Female', fatherName: 'Nilesh Desai', motherName: 'Kalpana Desai' },
]

interface Year {
  session: MadeSession
  /** Due dates of the four instalments. */
  days: string[]
}

/**
 * Creates both demo schools: the first with sandbox keys and, when full, 600 students; the second without online
 * payment.
 */
export async function makeDemoSchools(now: Date, isFull = true): Promise<{ payingSchool: MadeSchool }> {
  const mobileNumber = '9825000011'
  const guardian = await makeGuardianAccount({ name: 'Rajesh Patel', mobileNumber, password: 'Demo-guardian-2026' })
  const payingSchool = await makeFirstSchool(now, isFull, guardian)
  await makeSecondSchool(now, guardian)
  return { payingSchool }
}

async function makeFirstSchool(now: Date, isFull: boolean, guardian: MadeGuardianAccount): Promise<MadeSchool> {
  const today = todayInIndia(now)
  const school = await makeSchool({
    name: 'Demo Vidyalaya Ahmedabad',
    email: 'office@demo.shala.test',
    phone: '079 2657 1234',
    address: '14 Ashram Road, Navrangpura, Ahmedabad 380009, Gujarat',
  })
  const office = await makeStaff(school, {
    name: 'Meenakshi Joshi',
    email: 'office@demo.shala.test',
    role: 'owner',
    password: 'Demo-office-2026',
  })
  await makePaymentKeys(school, demoPaymentKeys)
  await makeMessageKeys(school, demoMessageAccount(null))
  await makeBankAccount(school)
  const [last, current] = await makeYears(school, today)
  const classes: MadeClass[] = []
  for (let position = 0; position < 12; position += 1)
    classes.push(await makeClass(school, { name: `Class ${position + 1}`, position }))
  const [seven, eight] = classes.slice(6)
  if (!seven || !eight) throw new Error('the demo has twelve classes')
  const sections = { seven: await makeSection(seven), eight: await makeSection(eight) }
  const eightB = await makeSection(eight, { name: 'B' })
  await makeDemoTeaching(school, { classes, sections: [sections.eight, eightB, sections.seven] })
  await makeDemoTimetable(school, {
    sections: [sections.eight, eightB, sections.seven],
    current: current.session,
    last: last.session,
  })

  const asha = await makeStudent(school, {
    ...demoFacts('Asha', 'Patel', 'Female', 'Rajesh Patel', 'Hansa Patel', 'DV-2024-0001'),
    dateOfBirth: '2012-06-14',
    email: 'asha.patel@demo.shala.test',
    mobileNumber: '9825000001',
    password: 'Demo-student-2026',
  })
  const ravi = await makeStudent(school, {
    ...demoFacts('Ravi', 'Kumar', 'Male', 'Anil Kumar', 'Sunita Kumar', 'DV-2024-0002'),
    dateOfBirth: '2011-08-15',
    email: 'ravi.kumar@demo.shala.test',
    mobileNumber: '9825000002',
  })
  const others: MadeStudent[] = []
  for (const [index, facts] of classmates.entries()) {
    const number = index + 3
    others.push(
      await makeStudent(school, {
        ...facts,
        enrollmentNumber: `DV-2024-${String(number).padStart(4, '0')}`,
        mobileNumber: `98250000${String(number).padStart(2, '0')}`,
        email: null,
      }),
    )
  }
  for (const [index, student] of [asha, ravi, ...others].entries()) {
    const rollNumber = index + 1
    await makeEnrollment(student, { session: last.session, class: seven, section: sections.seven, rollNumber })
    await makeEnrollment(student, { session: current.session, class: eight, section: sections.eight, rollNumber })
  }

  const returning = await makeReturning(
    school,
    {
      last: { session: last.session, class: seven, section: sections.seven },
      current: { session: current.session, class: eight, section: sections.eight },
    },
    others.length + 3,
  )

  const whole: DemoSchool = { school, office, last: last.session, current: current.session, classes: [], now }
  if (isFull)
    whole.classes = await Promise.all(
      classes.map(async (one) => {
        if (one === eight) return { class: one, sections: [sections.eight, eightB] }
        const first = one === seven ? sections.seven : await makeSection(one)
        return { class: one, sections: [first, await makeSection(one, { name: 'B' })] }
      }),
    )
  const crowd = isFull ? await makeDemoCrowd(whole) : []
  for (const one of whole.classes.slice(0, -1))
    if (one.class !== seven) await assignYear(school, office, one.class, last)
  for (const one of whole.classes) if (one.class !== eight) await assignYear(school, office, one.class, current)
  await assignYear(school, office, seven, last)
  const schoolFeeId = await assignYear(school, office, eight, current)
  // Last year is paid in full. Of this year, Asha has paid two instalments, and the others none, one or two in turn
  // (Ravi none).
  for (const student of [asha, ravi, ...others]) await payFirst(office, student, last, 4)
  await payFirst(office, asha, current, 2)
  await makeDemoProfile(asha)
  await makeChangeRequest(asha, {
    field: 'father_name',
    value: 'Rajeshbhai Patel',
    note: 'As in the birth certificate',
  })
  for (const [index, student] of [ravi, ...others].entries()) await payFirst(office, student, current, index % 3)
  // Creates the fee rules after the payments above, because these count as paid on time.
  await makeDemoFeeRules({
    school,
    office,
    session: current.session,
    class: eight,
    schoolFeeId,
    dueOn: current.days.at(-1) ?? today,
    sibling: others.at(-1) ?? ravi,
    chosen: others.slice(2, 4),
  })
  await makeDemoAdmissions(school, current.session, eight, now)
  await makeDemoCollections(office, [...others.slice(4, 6), ...others.slice(1, 2)], now)
  await makeDemoNotices(school, { office, class: eight, section: sections.eight, student: asha }, now)
  const thisYear = { session: current.session, class: eight }
  await makeDemoExams(office.scope, thisYear, today, { session: last.session, class: seven })
  await makeDemoQuizzes(office.scope, { ...thisYear, section: sections.eight })
  await makeDemoStore(school, asha)
  await makeDemoHostels(school)
  const [priyanka, aarav, fatima, harpreet, joseph, kavya, arjun, sneha] = others
  if (!priyanka || !aarav || !fatima || !harpreet || !joseph || !kavya || !arjun || !sneha)
    throw new Error('the demo has eight classmates')
  await makeDemoAllotments(office, school, { resident: fatima, applicant: sneha, expected: harpreet, waiting: joseph })
  const fleet = await makeDemoTransport(office, school, {
    byStop: priyanka,
    inVehicle: aarav,
    unpaid: kavya,
    paid: sneha,
    suspended: fatima,
    cancelled: harpreet,
    rejected: joseph,
    pending: arjun,
  })
  await makeDemoStoreOffice(office, school, others)
  await makeDemoCertificates(
    office,
    school,
    { asha, gujarati: priyanka, hindi: aarav, paying: arjun, leaving: kavya },
    now,
  )
  await makeDemoReportCards(office.scope, { session: last.session, class: seven, section: sections.seven })
  await makeDemoGuardianOffice(office, { cared: kavya, apart: joseph })
  await makeDemoBreach(office, [asha, ravi, ...others])
  await makeDemoRetention(school, today)
  await makeDemoRegister(office, school, { returning, misnamed: sneha, misborn: harpreet })
  const attendance = makeDemoAttendance.bind(null, school, current.session, [asha, ravi, ...others.slice(0, 1)], now)
  await (isFull ? makeDemoYears(whole, crowd, fleet, attendance) : attendance())
  await makeDemoGuardian(school, guardian, [asha, sneha])
  await makeDemoConsents(school, guardian, [asha, sneha])
  await makeDemoMessages(school, guardian, [asha, sneha, kavya])
  await forgetWork(school)
  return school
}

/** Links Asha's father to her and to a friend's children. */
async function makeDemoGuardian(
  school: MadeSchool,
  { id, name, mobileNumber }: MadeGuardianAccount,
  children: readonly MadeStudent[],
): Promise<void> {
  const guardian = await makeGuardian(school, { name, mobileNumber, accountId: id })
  for (const child of children)
    await linkGuardian(guardian, child, { relation: child.lastName === 'Patel' ? 'father' : 'guardian' })
}

async function makeSecondSchool(now: Date, guardian: MadeGuardianAccount): Promise<void> {
  const school = await makeSchool({
    name: 'Second Public School',
    email: 'office@second.shala.test',
    phone: '044 2433 5678',
    address: '3 Cathedral Road, Chennai 600086, Tamil Nadu',
  })
  const office = await makeStaff(school, {
    name: 'Suresh Nair',
    email: 'office@second.shala.test',
    role: 'owner',
    password: 'Second-office-2026',
  })
  const [, current] = await makeYears(school, todayInIndia(now))
  const five = await makeClass(school, { name: 'Class 5' })
  const section = await makeSection(five)
  const meera = await makeStudent(school, {
    ...demoFacts('Meera', 'Iyer', 'Female', 'Ganesh Iyer', 'Lakshmi Iyer', 'SP-0001'),
    dateOfBirth: '2015-01-26',
    email: 'meera.iyer@second.shala.test',
    mobileNumber: '9840000001',
    password: 'Second-student-2026',
  })
  await makeEnrollment(meera, { session: current.session, class: five, section, rollNumber: 1 })
  await makeSecondDemoTimetable(five, section, current.session)
  await assignYear(school, office, five, current)
  await makeDemoExams(office.scope, { session: current.session, class: five }, todayInIndia(now))
  await makeSecondDemoTransport(school)
  await makeDemoGuardian(school, guardian, [meera])
  await forgetWork(school)
}

function demoFacts(
  firstName: string,
  lastName: string,
  gender: 'Male' | 'Female',
  fatherName: string,
  motherName: string,
  enrollmentNumber: string,
): Partial<StudentFacts> {
  return { firstName, lastName, gender, fatherName, motherName, enrollmentNumber }
}

/**
 * Creates last year and this year. This year's instalments surround today: three due dates have passed and one is
 * ahead.
 */
async function makeYears(school: MadeSchool, today: string): Promise<[Year, Year]> {
  const start = Number(financialYearOf(today).slice(0, 4))
  const make = (startYear: number, isCurrent: boolean) =>
    makeAcademicSession(school, { startYear, name: `${startYear}-${startYear + 1}`, isCurrent })
  const last = await make(start - 1, false)
  const current = await make(start, true)
  return [
    { session: last, days: [`${start - 1}-04-10`, `${start - 1}-07-10`, `${start - 1}-10-10`, `${start}-01-10`] },
    { session: current, days: [-150, -95, -25, 20].map((distance) => addDays(today, distance)) },
  ]
}

/**
 * Assigns a school fee of ₹48,000 in four instalments to the class through the office's use case; returns its public
 * id.
 */
async function assignYear(school: MadeSchool, office: MadeStaff, ofClass: MadeClass, year: Year): Promise<string> {
  const titles = ['First instalment', 'Second instalment', 'Third instalment', 'Fourth instalment']
  const fee = await makeFee(school, {
    session: year.session,
    class: ofClass,
    name: 'School Fee',
    heads: [
      { kind: 'tuition', name: 'Tuition Fee', amountPaise: 40_000_00 },
      { kind: 'other', name: 'Computer Fee', amountPaise: 5_000_00 },
      { kind: 'other', name: 'Library Fee', amountPaise: 3_000_00 },
    ],
    instalments: year.days.map((dueOn, index) => ({ title: titles[index] ?? '', dueOn, amountPaise: 12_000_00 })),
  })
  const assigned = await assignFee(office.scope, fee.publicId)
  if (!assigned.ok) throw new Error(assigned.reason)
  await backdateDues(school, year.session)
  return fee.publicId
}

/** Records the student's first instalments of a year as paid in cash on their due dates. */
async function payFirst(office: MadeStaff, student: MadeStudent, year: Year, count: number): Promise<void> {
  const dues = await readRows<{ publicId: string; amountPaise: number; dueOn: string }>(
    `SELECT public_id AS publicId, amount_paise AS amountPaise, due_on AS dueOn FROM dues
     WHERE school_id = :schoolId AND student_id = :id AND academic_session_id = :sessionId ORDER BY due_on, id LIMIT :count`,
    { schoolId: student.schoolId, id: student.id, sessionId: year.session.id, count },
  )
  for (const [index, due] of dues.entries()) {
    const cheque = index % 2 === 1
    const paid = await recordOfflinePayment(office.scope, {
      dueIds: [due.publicId],
      method: cheque ? 'cheque' : 'cash',
      amountPaise: due.amountPaise,
      reference: cheque ? `00${due.publicId.replace(/\D/g, '').padEnd(4, '7').slice(0, 4)}` : null,
      remarks: null,
      paidOn: due.dueOn,
      meansEarlyDay: true,
      formKey: `demo-${due.publicId}`,
    })
    if (!paid.ok) throw new Error(paid.reason)
  }
}
