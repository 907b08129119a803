import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Badge, DefinitionList, EmptyState, Icon, PageHead, StatCard } from '~/components/ui'
import { pageTitle, paths } from '~/http/paths'
import { requireStudent } from '~/http/route.server'
import { useRootData } from '~/http/use-root-data'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { findStudentDashboard } from '~/models/entry/dashboard/student-dashboard.server'
import { fullName } from '~/models/people/students/rules'
import { ExamsPanel, FeesPanel, TrendPanel } from './__chart-panels'
import { dashboardView } from './__dashboard-view.server'
import { dueSentence } from './__due-sentence'
import { ActivitiesPanel, EventsPanel, TimetablePanel } from './__list-panels'
import { loadTrouble } from './__load-trouble'

export const handle = pageTitle(() => m.dashboard_title(), { isKept: true })

export async function loader({ context, request }: LoaderFunctionArgs) {
  const student = await requireStudent(context, request)
  const today = todayInIndia(new Date())
  const dashboard = await findStudentDashboard(student.scope, today)
  return {
    name: fullName(student),
    photoKey: student.photoKey,
    schoolName: student.schoolName,
    ...dashboardView(dashboard, today),
  }
}

export default function DashboardPage() {
  const { name, photoKey, schoolName, place, ...view } = useLoaderData<typeof loader>()
  const { dataSaver } = useRootData()
  return (
    <>
      <PageHead title={m.dashboard_title()} />
      <AnswerLines nextDue={view.nextDue} nextExam={view.nextExam} />
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
          <TimetablePanel lessons={view.lessons} holiday={view.holiday} />
          <TrendPanel trend={view.trend} />
          <FeesPanel fees={view.fees} />
          <ExamsPanel exams={view.exams} examData={view.examData} />
          <ActivitiesPanel activities={view.activities} />
          <EventsPanel events={view.events} />
        </div>
      )}
    </>
  )
}

type View = ReturnType<typeof dashboardView>

/** Key facts before the charts: the next payment with its due date, and the next exam. */
function AnswerLines({ nextDue, nextExam }: Pick<View, 'nextDue' | 'nextExam'>) {
  return (
    <ul className="answers">
      <li>
        <Icon name="fees" size={24} />
        {nextDue ? <a href={paths.student.fees}>{dueSentence(nextDue)}</a> : m.public_home_nothing_due()}
      </li>
      {nextExam ? (
        <li>
          <Icon name="exam" size={24} />
          <a href={paths.student.exams}>{examText(nextExam.days)}</a>
          <span className="soft">{nextExam.title}</span>
        </li>
      ) : null}
    </ul>
  )
}

function examText(days: number): string {
  if (days === 0) return m.dashboard_next_exam_today()
  return days === 1 ? m.dashboard_next_exam_tomorrow() : m.dashboard_next_exam({ days })
}

const menu = [
  ['user', paths.student.profile(), m.dashboard_edit_profile],
  ['attendance', paths.student.attendance, m.dashboard_view_attendance],
  ['fees', paths.student.fees, m.dashboard_fee_details],
  ['chart', paths.student.results, m.dashboard_view_results],
] as const

/** `photoUrl`: the student's small photo; without one, a placeholder is drawn. */
type StudentHeaderProps = View['place'] & { name: string; schoolName: string; photoUrl: string | null }

function StudentHeader({ photoUrl, ...props }: StudentHeaderProps) {
  const { name, sessionName } = props
  return (
    <section className="card who">
      <div className="who-head">
        {photoUrl ? (
          <img className="who-face" src={photoUrl} alt="" width="64" height="64" />
        ) : (
          <span className="who-face">
            <Icon name="user" size={36} />
          </span>
        )}
        <h2>{name}</h2>
        <details className="menu">
          <summary>
            <Icon name="settings" size={24} />
            <span className="sr">{m.dashboard_menu()}</span>
          </summary>
          <div className="menu-panel">
            {menu.map(([icon, href, words]) => (
              <a key={icon} className="go" href={href}>
                <Icon name={icon} />
                {words()}
              </a>
            ))}
          </div>
        </details>
      </div>
      <DefinitionList
        items={[
          { label: m.dashboard_class(), value: props.className ?? m.dashboard_na() },
          { label: m.dashboard_section(), value: props.sectionName ?? m.dashboard_na() },
          { label: m.dashboard_roll(), value: props.rollNumber ?? m.dashboard_na() },
          { label: m.dashboard_school(), value: props.schoolName },
          {
            label: m.dashboard_session(),
            value: sessionName ? (
              <>
                {`${sessionName} `}
                <Badge tone="info">{m.dashboard_year()}</Badge>
              </>
            ) : (
              m.dashboard_na()
            ),
          },
        ]}
      />
    </section>
  )
}

export const ErrorBoundary = loadTrouble(
  paths.student.dashboard,
  m.dashboard_title,
  m.dashboard_error,
  m.fees_try_again,
)
