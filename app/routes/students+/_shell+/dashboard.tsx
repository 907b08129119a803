import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useNavigation } from '@remix-run/react'
import { EmptyState, PageHead, StatCard } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { findStudentDashboard } from '~/models/dashboard/student-dashboard.server'
import { todayInIndia } from '~/models/shared/calendar'
import { AnswerLines } from './__answer-lines'
import { ExamsPanel, FeesPanel, TrendPanel } from './__chart-panels'
import { dashboardView } from './__dashboard-view.server'
import { ActivitiesPanel, EventsPanel, TimetablePanel } from './__list-panels'
import { LoadTrouble } from './__load-trouble'
import { StudentHeader } from './__student-header'

export const handle = pageTitle(() => m.dashboard_title())

export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await requireStudent(context, request)
  const today = todayInIndia(new Date())
  const dashboard = await findStudentDashboard(student.scope, today)
  return {
    name: `${student.firstName} ${student.lastName}`,
    photoKey: student.photoKey,
    schoolName: student.schoolName,
    ...dashboardView(dashboard, today),
  }
}

export default function DashboardPage() {
  const { name, photoKey, schoolName, place, today, ...view } = useLoaderData<typeof loader>()
  const { location } = useNavigation()
  const { dataSaver } = useRootData()
  return (
    <>
      <PageHead title={m.dashboard_title()} />
      {location?.pathname === paths.student.dashboard ? (
        <p className="soft" role="status">
          {m.dashboard_loading()}
        </p>
      ) : null}
      <AnswerLines nextDue={view.nextDue} nextExam={view.nextExam} today={today} />
      <StudentHeader
        name={name}
        photoUrl={photoKey && !dataSaver ? paths.file(photoKey) : null}
        schoolName={schoolName}
        {...place}
      />
      <div className="cols">
        {view.cards.map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </div>
      {view.isEmpty ? (
        <EmptyState icon="dashboard" title={m.dashboard_none()} text={m.dashboard_none_text()} />
      ) : (
        <div className="cols halves">
          <TrendPanel trend={view.trend} />
          <FeesPanel fees={view.fees} />
          <ExamsPanel exams={view.exams} data={view.examData} />
          <TimetablePanel lessons={view.lessons} holiday={view.holiday} />
          <ActivitiesPanel activities={view.activities} />
          <EventsPanel events={view.events} />
        </div>
      )}
    </>
  )
}

export function ErrorBoundary() {
  return (
    <LoadTrouble
      title={m.dashboard_title()}
      text={m.dashboard_error()}
      href={paths.student.dashboard}
      again={m.fees_try_again()}
    />
  )
}
