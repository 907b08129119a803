import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Alert } from '~/components/ui/alert'
import { Card } from '~/components/ui/card'
import { PageHead } from '~/components/ui/page-head'
import { StatCard } from '~/components/ui/stat-card'
import { requireAnyStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { schoolPaths } from '~/http/school-paths'
import { idsOf, teacherSections } from '~/http/teacher-sections.server'
import { m } from '~/language/paraglide/messages'
import { counted } from '~/models/academics/rules'
import { mayStaff, type Permission } from '~/models/accounts/permissions'
import { findSecondFactor } from '~/models/accounts/second-factor.server'
import { findSchoolHome, type SchoolHome } from '~/models/dashboard/school-home.server'
import { summarizeMonths } from '~/models/ledger/collection-summary.server'
import { mailsADay } from '~/models/outbox/options'
import { canPayOnline } from '~/models/schools/payment-keys.server'
import { todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'
import { FactorOffer } from './__factor-offer'
import { type FirstStep, FirstSteps } from './__first-steps'

export const handle = pageTitle(() => 'Home')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const staff = await requireAnyStaff(context, request)
  const { scope, name, role } = staff
  const may = (permission: Permission) => mayStaff(role, permission)
  const today = todayInIndia(new Date())
  const movesMoney = may('fees:collect') || may('payments:correct')
  const [home, months, paysOnline, factor] = await Promise.all([
    teacherSections(staff).then((own) => findSchoolHome(scope, today, idsOf(own))),
    may('fees:view') ? summarizeMonths(scope, `${today.slice(0, 7)}-01`, today) : null,
    canPayOnline(scope),
    movesMoney ? findSecondFactor(scope) : null,
  ])
  return {
    name,
    approval: home.approval,
    currentSession: home.currentSession,
    students: home.students,
    classes: home.classes,
    sections: home.sections,
    collectionPaise: months?.[0]?.totalPaise ?? null,
    attendance: home.attendance,
    attendanceHref: may('attendance:view') ? schoolPaths.attendance : null,
    seesAttendance: may('attendance:view'),
    waiting: waitingFor(home, may),
    offersFactor: factor?.isOffered ?? false,
    steps: firstSteps(home, paysOnline, may),
  }
}

/** What this person can decide now. */
function waitingFor(home: SchoolHome, may: (permission: Permission) => boolean) {
  const all: Array<{ permission: Permission; count: number; words: string; href: string }> = [
    {
      permission: 'admissions:edit',
      count: home.admissionsWaiting,
      words: counted(home.admissionsWaiting, 'application for admission', 'applications for admission'),
      href: schoolPaths.admissions,
    },
    {
      permission: 'students:edit',
      count: home.changeRequestsWaiting,
      words: counted(home.changeRequestsWaiting, 'change request'),
      href: schoolPaths.changeRequests,
    },
    {
      permission: 'leave:decide',
      count: home.leaveWaiting,
      words: counted(home.leaveWaiting, 'leave application'),
      href: `${schoolPaths.leaveApplications}?state=pending`,
    },
    {
      permission: 'payments:correct',
      count: home.transfersWaiting,
      words: counted(home.transfersWaiting, 'transfer to confirm', 'transfers to confirm'),
      href: schoolPaths.transfers,
    },
    {
      permission: 'payments:correct',
      count: home.paymentsWithExcess,
      words: counted(home.paymentsWithExcess, 'payment with excess', 'payments with excess'),
      href: schoolPaths.excess,
    },
    {
      permission: 'orders:handle',
      count: home.ordersToPack,
      words: counted(home.ordersToPack, 'order to pack', 'orders to pack'),
      href: schoolPaths.orders,
    },
    {
      permission: 'products:edit',
      count: home.productsLow,
      words: counted(home.productsLow, 'product low in stock', 'products low in stock'),
      href: `${schoolPaths.products}?state=active&stock=low`,
    },
    {
      permission: 'hostel-applications:decide',
      count: home.hostelWaiting,
      words: counted(home.hostelWaiting, 'hostel application'),
      href: `${schoolPaths.hostelApplications}?status=pending`,
    },
    {
      permission: 'payments:correct',
      count: home.hostelRefunds,
      words: counted(home.hostelRefunds, 'hostel refund to decide', 'hostel refunds to decide'),
      href: `${schoolPaths.hostelApplications}?status=refund`,
    },
    {
      permission: 'transport-applications:decide',
      count: home.transportWaiting,
      words: counted(home.transportWaiting, 'transport application'),
      href: `${schoolPaths.transportApplications}?status=pending`,
    },
    {
      permission: 'transport-applications:decide',
      count: home.transportPaid,
      words: counted(home.transportPaid, 'seat paid and not activated', 'seats paid and not activated'),
      href: `${schoolPaths.transportApplications}?status=payment_completed`,
    },
    {
      permission: 'payments:correct',
      count: home.transportRefunds,
      words: counted(home.transportRefunds, 'transport refund to decide', 'transport refunds to decide'),
      href: `${schoolPaths.transportApplications}?status=refund`,
    },
    {
      permission: 'transport:edit',
      count: home.vehiclePapers,
      words: counted(home.vehiclePapers, 'vehicle document to renew', 'vehicle documents to renew'),
      href: `${schoolPaths.vehicles}?papers=due`,
    },
  ]
  return all.filter((one) => one.count > 0 && may(one.permission)).map(({ words, href }) => ({ words, href }))
}

/** Percent of those who came, of those whose attendance was taken. */
function attendanceToday({ marked, present, enrolled }: SchoolHome['attendance']): { value: string; note: string } {
  if (marked === 0) return { value: '–', note: 'Not taken yet' }
  return { value: `${Math.round((present / marked) * 100)}%`, note: `${marked} of ${enrolled} marked` }
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
      text: 'What a class pays in a session, and when. Once it is assigned, each student of the class owes it.',
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
  const {
    name,
    approval,
    currentSession,
    students,
    classes,
    sections,
    collectionPaise,
    attendance,
    seesAttendance,
    waiting,
    offersFactor,
    steps,
  } = useLoaderData<typeof loader>()
  const came = attendanceToday(attendance)
  return (
    <>
      <PageHead
        title={`Welcome, ${name}`}
        context={currentSession ? `Academic session ${currentSession}` : 'No academic session yet'}
      />
      {approval === 'approved' ? null : (
        <Alert tone="info" title={m.accounts_waiting_title()}>
          <p>
            {approval === 'refused' ? m.accounts_refused_text() : m.accounts_waiting_text()}{' '}
            {m.accounts_closed_text({ mails: mailsADay.waiting })}
          </p>
        </Alert>
      )}
      <div className="cols">
        <StatCard label="Students" value={String(students)} href={schoolPaths.students} />
        <StatCard label="Classes" value={String(classes)} href={schoolPaths.classes} />
        <StatCard label="Sections" value={String(sections)} href={schoolPaths.sections} />
        {collectionPaise === null ? null : (
          <StatCard
            label="Collected this month"
            value={formatPaise(collectionPaise, { style: 'short' })}
            href={schoolPaths.collectionSummary}
          />
        )}
        <StatCard
          label="Attendance today"
          value={came.value}
          note={came.note}
          href={seesAttendance ? schoolPaths.attendance : undefined}
        />
      </div>
      {waiting.length > 0 ? (
        <Card title="Waiting for you">
          <ul>
            {waiting.map((one) => (
              <li key={one.href}>
                <a className="alone" href={one.href}>
                  {one.words}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {offersFactor ? <FactorOffer /> : null}
      <FirstSteps steps={steps} />
    </>
  )
}
