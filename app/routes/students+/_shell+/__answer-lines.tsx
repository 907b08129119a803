import { Icon } from '~/components/ui'
import { paths } from '~/http/paths'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { formatDay } from '~/models/shared/calendar'
import { formatPaise } from '~/models/shared/money'

type AnswerLinesProps = {
  nextDue: { dueOn: string; balancePaise: number } | null
  nextExam: { title: string; days: number } | null
  today: string
}

/** The answer before the charts (look.md): what is to pay and when, and when the next exam is. */
export function AnswerLines({ nextDue, nextExam, today }: AnswerLinesProps) {
  return (
    <ul className="answers">
      <li>
        <Icon name="fees" size={24} />
        {nextDue ? <a href={paths.student.fees}>{dueText(nextDue, today)}</a> : m.public_home_nothing_due()}
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

function dueText({ dueOn, balancePaise }: { dueOn: string; balancePaise: number }, today: string): string {
  const words = { amount: formatPaise(balancePaise, { style: 'short' }), date: formatDay(dueOn, currentLanguage()) }
  return dueOn < today ? m.public_home_overdue(words) : m.public_home_due_now(words)
}

function examText(days: number): string {
  if (days === 0) return m.dashboard_next_exam_today()
  return days === 1 ? m.dashboard_next_exam_tomorrow() : m.dashboard_next_exam({ days })
}
