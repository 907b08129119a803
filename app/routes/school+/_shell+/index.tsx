import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type FirstStep, FirstSteps } from '~/components/school/first-steps'
import { PageHead } from '~/components/ui/page-head'
import { StatCard } from '~/components/ui/stat-card'
import { requireAnyStaff } from '~/http/guards.server'
import { pageTitle } from '~/http/page'
import { paths } from '~/http/paths'
import { mayStaff, type Permission } from '~/models/accounts/permissions'
import { findSchoolHome, type SchoolHome } from '~/models/dashboard/school-home.server'
import { sumCollected } from '~/models/ledger/collections.server'
import { todayInIndia } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

export const handle = pageTitle(() => 'Home')

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { scope, name, role } = await requireAnyStaff(context, request)
  const may = (permission: Permission) => mayStaff(role, permission)
  const today = todayInIndia(new Date())
  const [home, collectionPaise] = await Promise.all([
    findSchoolHome(scope),
    may('fees:view') ? sumCollected(scope, `${today.slice(0, 7)}-01`, today) : null,
  ])
  return {
    name,
    currentSession: home.currentSession,
    students: home.students,
    classes: home.classes,
    sections: home.sections,
    collectionPaise,
    steps: firstSteps(home, may),
  }
}

function firstSteps(home: SchoolHome, may: (permission: Permission) => boolean): FirstStep[] {
  const academics = may('academics:edit')
  const section = home.classes === 0 ? paths.school.newClass : paths.school.newSection
  return [
    {
      title: 'Add the academic session',
      text: 'The school year, such as 2026-2027. Everything else belongs to one.',
      href: academics ? (home.sessions > 0 ? paths.school.sessions : paths.school.newSession) : null,
      done: home.sessions > 0,
    },
    {
      title: 'Add classes and sections',
      text: 'Class 6 with section A: a section has a number of seats.',
      href: academics ? (home.sections > 0 ? paths.school.sections : section) : null,
      done: home.classes > 0 && home.sections > 0,
    },
    {
      title: 'Add students',
      text: 'With their parents, class and section. They sign in with their date of birth the first time.',
      href: may('students:edit') ? (home.students > 0 ? paths.school.students : paths.school.newStudent) : null,
      done: home.students > 0,
    },
    {
      title: 'Set a fee and assign it',
      text: 'What a class pays in a session, and when. Assigned, each student of the class owes it.',
      href: may('fees:edit') ? paths.school.fees : null,
      done: home.fees > 0,
    },
    {
      title: 'Set up online payment',
      text: 'With the school’s own Razorpay keys students pay online. Cash and cheques work without.',
      href: may('settings:edit') ? paths.school.paymentKeys : null,
      done: home.hasPaymentKeys,
    },
  ]
}

export default function SchoolHomePage() {
  const { name, currentSession, students, classes, sections, collectionPaise, steps } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={`Welcome, ${name}`}
        context={currentSession ? `Academic session ${currentSession}` : 'No academic session yet'}
      />
      <div className="cols">
        <StatCard label="Students" value={String(students)} />
        <StatCard label="Classes" value={String(classes)} />
        <StatCard label="Sections" value={String(sections)} />
        {collectionPaise === null ? null : (
          <StatCard label="Collected this month" value={formatPaise(collectionPaise, { style: 'short' })} />
        )}
      </div>
      <FirstSteps steps={steps} />
    </>
  )
}
