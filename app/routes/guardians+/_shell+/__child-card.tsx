import { Badge, Button, Card, DefinitionList } from '~/components/ui'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { ChildAtHome } from '~/models/entry/dashboard/children-at-home.server'
import { statusTones, statusWord } from '~/models/learning/attendance/words'
import { fullName } from '~/models/people/students/rules'
import type { ChildPage } from './__child-pages'

/**
 * Card of one child: balance due, today's attendance, and the buttons that open the child's pages. Leaves out data that
 * the guardian may not see.
 */
export function ChildCard({ child }: { child: ChildAtHome }) {
  const { maySee, mayPay, nextExam, owedPaise, overduePaise, notices } = child
  const rupees = (paise: number) => formatPaise(paise, { style: 'short' })
  const day = (date: string) => formatDay(date, currentLanguage())
  const money = [
    { label: m.guardians_owed(), value: owedPaise === 0 ? m.public_home_nothing_due() : rupees(owedPaise) },
    ...(overduePaise > 0 ? [{ label: m.guardians_overdue(), value: rupees(overduePaise) }] : []),
  ]
  const school = [
    { label: m.guardians_today(), value: <Today {...child} /> },
    { label: m.guardians_next_exam(), value: nextExam ? examWords(nextExam, day) : m.guardians_no_exam() },
  ]
  const mayOpen = maySee || mayPay
  return (
    <Card title={fullName(child)}>
      <p className="soft">{child.schoolName}</p>
      {mayOpen ? (
        <>
          <DefinitionList items={maySee ? [...money, ...school] : money} />
          {maySee && notices.length > 0 ? (
            <>
              <h3>{m.guardians_notices()}</h3>
              <ul>
                {notices.map(({ title, fromOn }) => (
                  <li key={`${fromOn} ${title}`}>{`${title} (${day(fromOn)})`}</li>
                ))}
              </ul>
            </>
          ) : null}
          {/* A plain form, which reloads the whole document, so that no page of another child stays in memory. */}
          <form method="post" action={paths.guardian.child(child.publicId)} className="actions">
            {maySee ? <OpenButton to="dashboard" label={m.guardians_open()} name={child.firstName} /> : null}
            <OpenButton to="fees" label={m.guardians_open_fees()} name={child.firstName} />
            {maySee ? <OpenButton to="attendance" label={m.attendance_title()} name={child.firstName} /> : null}
            {maySee ? <OpenButton to="notices" label={m.notices_title()} name={child.firstName} /> : null}
          </form>
        </>
      ) : (
        <p>{m.guardians_told_only()}</p>
      )}
    </Card>
  )
}

/** Today's attendance, or why there is none: a holiday, a closed school, or not marked yet. */
function Today({ attendance, holiday, isClosed }: Pick<ChildAtHome, 'attendance' | 'holiday' | 'isClosed'>) {
  if (attendance) return <Badge tone={statusTones[attendance]}>{statusWord(attendance)}</Badge>
  if (holiday !== null) return m.dashboard_holiday({ name: holiday })
  return isClosed ? m.guardians_no_school() : m.guardians_not_marked()
}

type Exam = NonNullable<ChildAtHome['nextExam']>

function examWords({ title, startsOn, endsOn, isUnderWay }: Exam, day: (date: string) => string): string {
  return isUnderWay ? m.guardians_exam_until({ title, date: day(endsOn) }) : `${title}, ${day(startsOn)}`
}

function OpenButton({ to, label, name }: { to: ChildPage; label: string; name: string }) {
  const isFirst = to === 'dashboard'
  return (
    <Button
      type="submit"
      name="to"
      value={to}
      variant={isFirst ? undefined : 'secondary'}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  )
}
