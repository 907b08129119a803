import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert, Card, LoneLink, PageHead, StatCard } from '~/components/ui'
import { idsOf, requireAnyStaff, teacherSections } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { m } from '~/language/paraglide/messages'
import { canPayOnline } from '~/models/core/schools/payment-keys.server'
import { daysBetween, todayInIndia } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { percentOf } from '~/models/core/shared/fraction'
import { compareYears } from '~/models/entry/dashboard/home-figures.server'
import { findSchoolHome, type SchoolHome } from '~/models/entry/dashboard/school-home.server'
import { overdueByAge } from '~/models/money/ledger/counter/defaulters.server'
import { yearStartsMonth } from '~/models/people/academics/queries.server'
import { mayStaff, type Permission } from '~/models/people/accounts/staff/permissions'
import { FactorOffer } from './__factor-offer'
import { type FirstStep, FirstSteps } from './__first-steps'
import { HomeFigures } from './__home-figures'
import { figuresOf } from './__home-figures.server'

export const handle = pageTitle(() => 'Home')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireAnyStaff(context, request)
  const { scope, name, role } = staff
  const may = (permission: Permission) => mayStaff(role, permission)
  const today = todayInIndia(new Date())
  const sections = idsOf(await teacherSections(staff))
  const areas = [
    ...(may('fees:view') ? (['collections'] as const) : []),
    ...(may('attendance:view') ? (['attendance'] as const) : []),
    ...(may('admissions:view') ? (['admissions'] as const) : []),
  ]
  // Runs these queries in parallel, since the first three are equally slow for a large school.
  const [home, years, overdue, paysOnline] = await Promise.all([
    findSchoolHome(scope, today, sections),
    yearStartsMonth(scope).then((yearStarts) => compareYears(scope, { today, yearStarts, of: areas })),
    may('fees:view') ? overdueByAge(scope, today) : null,
    canPayOnline(scope),
  ])
  return {
    name,
    approval: home.approval,
    currentSession: home.currentSession,
    students: home.students,
    figures: figuresOf({ ...years, overdue }),
    attendance: home.attendance,
    seesAttendance: may('attendance:view'),
    waiting: waits.flatMap(([permission, name, href, noun, rest]) =>
      home[name] > 0 && may(permission)
        ? [
            {
              words: [counted(home[name], noun), rest].join(' ').trim(),
              age: ageOf(home.since[name as keyof typeof home.since] ?? null, today),
              href,
            },
          ]
        : [],
    ),
    offersFactor: home.offersFactor && (may('fees:collect') || may('payments:correct')),
    steps: firstSteps(home, paysOnline, may),
  }
}

/** Waiting time of the oldest entry. */
function ageOf(day: string | null, today: string): string | null {
  if (day === null) return null
  const days = daysBetween(day, today)
  return days === 0 ? 'since today' : `the oldest for ${counted(days, 'day')}`
}

const hostelsAt = (status: string) => `${schoolPaths.hostelApplications}?status=${status}`
const transportAt = (status: string) => `${schoolPaths.transportApplications}?status=${status}`

type Counts = { [Name in keyof SchoolHome]: SchoolHome[Name] extends number ? Name : never }[keyof SchoolHome]

/** Pending work by permission: count, page, noun, and the rest of the sentence. */
const waits: ReadonlyArray<[Permission, Counts, href: string, noun: string, rest?: string]> = [
  ['admissions:edit', 'admissionsWaiting', schoolPaths.admissions, 'application', 'for admission'],
  ['students:edit', 'changeRequestsWaiting', schoolPaths.changeRequests, 'change request'],
  ['leave:decide', 'leaveWaiting', `${schoolPaths.leaveApplications}?state=pending`, 'leave application'],
  ['grievances:answer', 'grievancesLate', `${schoolPaths.grievances}?state=late`, 'grievance', 'late to be answered'],
  ['payments:correct', 'transfersWaiting', schoolPaths.transfers, 'transfer', 'to confirm'],
  [
    'second-person:view',
    'requestsWaiting',
    `${schoolPaths.secondPerson}?state=waiting`,
    'request',
    'for a second person',
  ],
  ['payments:correct', 'paymentsWithExcess', schoolPaths.excess, 'payment', 'with excess'],
  ['orders:handle', 'ordersToPack', schoolPaths.orders, 'order', 'to pack'],
  ['products:edit', 'productsLow', `${schoolPaths.products}?state=active&stock=low`, 'product', 'low in stock'],
  ['hostel-applications:decide', 'hostelWaiting', hostelsAt('pending'), 'hostel application'],
  ['payments:correct', 'hostelRefunds', hostelsAt('refund'), 'hostel refund', 'to decide'],
  ['transport-applications:decide', 'transportWaiting', transportAt('pending'), 'transport application'],
  [
    'transport-applications:decide',
    'transportPaid',
    transportAt('payment_completed'),
    'seat',
    'paid and not activated',
  ],
  ['payments:correct', 'transportRefunds', transportAt('refund'), 'transport refund', 'to decide'],
  ['transport:edit', 'vehiclePapers', `${schoolPaths.vehicles}?papers=due`, 'vehicle document', 'to renew'],
]

/** Percentage of present students among those whose attendance is marked. */
function attendanceToday({ marked, present, enrolled }: SchoolHome['attendance']): { value: string; note: string } {
  if (marked === 0) return { value: '–', note: 'Not taken yet' }
  return { value: `${percentOf(present, marked, 0)}%`, note: `${marked} of ${enrolled} marked` }
}

function firstSteps(home: SchoolHome, paysOnline: boolean, may: (permission: Permission) => boolean): FirstStep[] {
  const academics = may('academics:edit')
  const section = home.classes === 0 ? schoolPaths.newClass : schoolPaths.newSection
  return [
    {
      title: 'Add the academic session',
      text: 'The school year, such as 2026-2027. Everything else belongs to a session.',
      href: academics ? (home.sessions > 0 ? schoolPaths.sessions : schoolPaths.newSession) : null,
      done: home.sessions > 0,
    },
    {
      title: 'Add classes and sections',
      text: 'Class 6 with section A: a section has a number of seats.',
      href: academics ? (home.sections > 0 ? schoolPaths.sections : section) : null,
      done: home.classes > 0 && home.sections > 0,
    },
    {
      title: 'Add students',
      text: 'One by one, or all at once from a spreadsheet. They sign in with their date of birth the first time.',
      href: may('students:edit') ? (home.students > 0 ? schoolPaths.students : schoolPaths.importStudents) : null,
      done: home.students > 0,
    },
    {
      title: 'Set a fee and assign it',
      text: 'The amount a class pays in a session, and when. Once assigned, it is due for each student of the class.',
      href: may('fees:edit') ? schoolPaths.fees : null,
      done: home.fees > 0,
    },
    {
      title: 'Invite colleagues',
      text: 'Each with their own sign-in, and only the rights of their role.',
      href: may('staff:edit') ? schoolPaths.staff : null,
      done: home.staff > 1,
    },
    {
      title: 'Set up online payment',
      text: 'With the school’s own Razorpay keys students can pay online. Cash and cheques work without them.',
      href: may('settings:edit') ? schoolPaths.paymentKeys : null,
      done: paysOnline,
    },
  ]
}

export default function SchoolHomePage() {
  const { name, approval, currentSession, waiting, ...home } = useLoaderData<typeof loader>()
  const came = attendanceToday(home.attendance)
  return (
    <>
      <PageHead
        title={`Welcome, ${name}`}
        context={currentSession ? `Academic session ${currentSession}` : 'No academic session yet'}
      />
      {approval === 'approved' ? null : (
        <Alert tone="info" title={m.accounts_waiting_title()}>
          <p>
            {approval === 'refused' ? m.accounts_refused_text() : m.accounts_waiting_text()} {m.accounts_closed_text()}
          </p>
        </Alert>
      )}
      <div className="cols">
        {home.figures.tiles.map((tile) => (
          <StatCard key={tile.label} {...tile} />
        ))}
        <StatCard
          label="Attendance today"
          value={came.value}
          note={came.note}
          href={home.seesAttendance ? schoolPaths.attendance : undefined}
        />
        <StatCard label="Students" value={String(home.students)} href={schoolPaths.students} />
      </div>
      {waiting.length > 0 ? (
        <Card title="Pending work">
          <ul className="waits">
            {waiting.map((one) => (
              <li key={one.href}>
                <LoneLink href={one.href} label={one.words} />
                {one.age ? <span className="soft small">{`, ${one.age}`}</span> : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <HomeFigures {...home.figures} />
      {home.offersFactor ? <FactorOffer /> : null}
      <FirstSteps steps={home.steps} />
    </>
  )
}
