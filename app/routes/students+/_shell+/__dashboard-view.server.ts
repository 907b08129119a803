import { lineGeometry } from '~/components/charts/line-geometry.server'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages'
import { eventTypeWord } from '~/models/contact/notices/words'
import { daysBetween, formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import {
  type Activity,
  type ActivityFacts,
  paidPercent,
  startTimeText,
  trendDays,
  trendStart,
} from '~/models/entry/dashboard/rules'
import type { StudentDashboard } from '~/models/entry/dashboard/student-dashboard.server'
import { watchedPercent } from '~/models/learning/attendance/options'
import { statusWord } from '~/models/learning/attendance/words'
import { type Nearness, nearness } from '~/models/learning/exams/rules'
import { daysText, percentText, whenText } from './__words'

/** Colour tokens of the bar classes in chart.css, for the chart that replaces the server-rendered one. */
const colours: Record<Nearness, string> = { week: 'bad', fortnight: 'warn', month: 'info', later: 'good' }

const dayText = (day: string) => formatDay(day, currentLanguage())
const rupees = (paise: number) => formatPaise(paise, { style: 'short' })

/** Content of the dashboard in the user's language, with its charts drawn. */
export function dashboardView(dashboard: StudentDashboard, today: string) {
  const { place, dues, exams, events, lessons, activities } = dashboard
  const { className, sectionName, rollNumber, sessionName, holiday } = place
  const trend = trendView(dashboard.trend, today)
  const fees = feesView(dues)
  const [nextExam] = exams
  return {
    // A student without a class has no session.
    place: { className, sectionName, rollNumber, sessionName: className === null ? null : sessionName },
    nextDue: dues.next,
    nextExam: nextExam ? { title: nextExam.title, days: nextExam.days } : null,
    cards: cardsView(dashboard),
    /** True for a student without any data yet. */
    isEmpty:
      className === null && !trend && !fees && [exams, events, lessons, activities].every((list) => list.length === 0),
    trend,
    ...examsView(exams),
    fees,
    lessons,
    holiday,
    activities: activities.map((one) => ({
      id: one.id,
      type: one.type,
      message: activityText(one),
      time: whenText(one.day, today),
    })),
    events: events.map(({ publicId, title, type, startsOn, endsOn, priority }) => ({
      id: publicId,
      title,
      type: eventTypeWord(type),
      date:
        startsOn === endsOn ? dayText(startsOn) : m.notices_dates({ from: dayText(startsOn), until: dayText(endsOn) }),
      priority,
    })),
  }
}

function cardsView({ place, monthlyPercent, overallPercent }: StudentDashboard) {
  const { subjects, rank, ranked } = place
  return [
    { label: m.dashboard_monthly(), value: percentText(monthlyPercent) },
    { label: m.dashboard_subjects(), value: subjects === null ? m.dashboard_na() : String(subjects) },
    { label: m.dashboard_performance(), value: percentText(overallPercent) },
    {
      label: m.dashboard_rank(),
      value: rank === null ? m.dashboard_na() : String(rank),
      note: rank === null || ranked === null ? null : m.dashboard_rank_of({ count: ranked }),
    },
  ]
}

function trendView(trend: StudentDashboard['trend'], today: string) {
  if (trend.length === 0) return null
  const from = trendStart(today)
  const points = trend.map(({ heldOn, percent }) => ({ place: daysBetween(from, heldOn), value: percent }))
  const geometry = lineGeometry(points, trendDays, watchedPercent)
  const rows = trend.map(({ heldOn, status, percent }) => ({
    date: dayText(heldOn),
    status: statusWord(status),
    percent,
  }))
  return {
    geometry,
    ends: [dayText(from), dayText(today)] as const,
    rows,
    data: {
      labels: rows.map(({ date }) => date),
      values: rows.map(({ percent }) => percent),
      low: geometry.low,
      watched: watchedPercent,
    },
  }
}

function examsView(list: StudentDashboard['exams']) {
  const max = Math.max(1, ...list.map(({ days }) => days))
  const exams = list.map((exam) => {
    const [date, startTime, text] = [dayText(exam.startsOn), startTimeText(exam.startTime), daysText(exam.days)]
    return {
      key: exam.publicId,
      name: exam.title,
      text,
      note: `${date} · ${startTime}`,
      // Percentage of the longest bar, at least 2, so that an exam today still shows a sliver.
      length: Math.max(2, Math.round((exam.days / max) * 100)),
      tone: nearness(exam.days),
      date,
      startTime,
    }
  })
  return {
    exams,
    examData: {
      names: exams.map(({ name }) => name),
      values: list.map(({ days }) => days),
      texts: exams.map(({ text }) => text),
      notes: exams.map(({ note }) => note),
      colours: exams.map(({ tone }) => colours[tone]),
    },
  }
}

/** Length of the ring's stroke in its view box. */
const around = 2 * Math.PI * 48

const rounded = (length: number) => Math.round(length * 10) / 10

function feesView({ paidPaise, pendingPaise }: StudentDashboard['dues']) {
  if (paidPaise + pendingPaise === 0) return null
  const percent = paidPercent(paidPaise, pendingPaise)
  return {
    geometry: { around: rounded(around), first: rounded((around * percent) / 100) },
    data: {
      names: [m.fees_paid(), m.fees_pending()],
      values: [paidPaise / 100, pendingPaise / 100],
      texts: [rupees(paidPaise), rupees(pendingPaise)],
      middle: `${percent}%`,
    },
  }
}

function activityText(one: Activity & ActivityFacts): string {
  if (one.type === 'attendance') return m.dashboard_did_attendance({ status: statusWord(one.status) })
  if (one.type === 'payment') return m.dashboard_did_payment({ amount: rupees(one.paise) })
  return one.type === 'exam' ? m.dashboard_did_exam({ name: one.title }) : m.dashboard_did_event({ name: one.title })
}
