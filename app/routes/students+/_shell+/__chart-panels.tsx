import type { ReactNode } from 'react'
import { ChartFrame } from '~/components/charts/chart-frame'
import { Card, type Column, DataTable } from '~/components/ui'
import { m } from '~/language/paraglide/messages'
import type { dashboardView } from './__dashboard-view.server'

type View = ReturnType<typeof dashboardView>
type TrendRow = NonNullable<View['trend']>['rows'][number]

/** Attendance Trend (Last 30 Days). */
export function TrendPanel({ trend }: Pick<View, 'trend'>) {
  const title = m.dashboard_trend()
  const columns: Column<TrendRow>[] = [
    { label: m.dashboard_date(), role: 'title', cell: (row) => row.date },
    { label: m.dashboard_status(), cell: (row) => row.status },
    { label: m.dashboard_percentage(), align: 'end', cell: (row) => `${row.percent}%` },
  ]
  return (
    <Card title={title}>
      {trend ? (
        <>
          <TrendLine {...trend} />
          <Behind>
            <DataTable caption={title} columns={columns} rows={trend.rows} rowKey={(row) => row.date} />
          </Behind>
        </>
      ) : (
        <p className="soft">{m.dashboard_no_attendance()}</p>
      )}
    </Card>
  )
}

/** Percentages by day as a server-rendered chart, with the newest value beside its point. */
function TrendLine({ geometry, ends, data }: Pick<NonNullable<View['trend']>, 'geometry' | 'ends' | 'data'>) {
  const { height, top, field, points, ticks, last } = geometry
  const label = m.dashboard_trend_label({ percent: `${last.value}%` })
  return (
    <ChartFrame label={label} draw="drawLine" data={data}>
      <svg className="plot" width="100%" height={height} role="img" aria-label={label}>
        {ticks.map(({ value, y }) => (
          <g key={value}>
            <line className="chart-line" x1="0" x2="100%" y1={y} y2={y} />
            <text className="chart-text" x="0" y={y - 4}>
              {value}%
            </text>
          </g>
        ))}
        <svg
          y={top}
          width="100%"
          height={field}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          overflow="visible"
          aria-hidden="true"
        >
          <polyline className="chart-trend" fill="none" points={points} />
        </svg>
        <circle className="chart-dot" cx={`${last.x}%`} cy={last.y} r="5" />
        <text className="chart-value" x={`${last.x}%`} y={last.y - 12} textAnchor={last.x > 80 ? 'end' : 'middle'}>
          {last.value}%
        </text>
        <text className="chart-text" x="0" y={height - 6}>
          {ends[0]}
        </text>
        <text className="chart-text" x="100%" y={height - 6} textAnchor="end">
          {ends[1]}
        </text>
      </svg>
    </ChartFrame>
  )
}

type ExamRow = View['exams'][number]

/** Upcoming Exams: days until each. */
export function ExamsPanel({ exams, examData }: Pick<View, 'exams' | 'examData'>) {
  const title = m.dashboard_exams()
  const columns: Column<ExamRow>[] = [
    { label: m.dashboard_exam(), role: 'title', cell: (row) => row.name },
    { label: m.dashboard_date(), align: 'nowrap', cell: (row) => row.date },
    { label: m.dashboard_start_time(), align: 'nowrap', cell: (row) => row.startTime },
    { label: m.dashboard_days_until(), align: 'end', cell: (row) => row.text },
  ]
  return (
    <Card title={title}>
      {exams.length > 0 ? (
        <>
          <ChartFrame label={m.dashboard_exams_label()} draw="drawRows" data={examData}>
            <ul className="bars">
              {exams.map((row) => (
                <li key={row.key}>
                  <p>
                    <span>{row.name}</span>
                    <strong>{row.text}</strong>
                  </p>
                  <svg width="100%" height="12" aria-hidden="true">
                    <rect className={`near-${row.tone}`} width={`${row.length}%`} height="12" rx="3" />
                  </svg>
                  <p className="small soft">{row.note}</p>
                </li>
              ))}
            </ul>
          </ChartFrame>
          <Behind>
            <DataTable caption={title} columns={columns} rows={exams} rowKey={(row) => row.key} />
          </Behind>
        </>
      ) : (
        <>
          <p>{m.dashboard_no_exams()}</p>
          <p className="soft">{m.dashboard_no_exams_text()}</p>
        </>
      )}
    </Card>
  )
}

/** Fees Payment Status: the paid share of the session's fees. */
export function FeesPanel({ fees }: Pick<View, 'fees'>) {
  const title = m.dashboard_fees()
  const label = fees ? m.dashboard_fees_label({ percent: fees.data.middle }) : ''
  const rows = fees ? fees.data.names.map((name, index) => ({ name, text: fees.data.texts[index] ?? '' })) : []
  return (
    <Card title={title}>
      {fees ? (
        <>
          <div className="shares">
            <ChartFrame label={label} draw="drawShares" data={fees.data}>
              <svg width="140" height="140" viewBox="0 0 120 120" role="img" aria-label={label}>
                <g fill="none" strokeWidth="18" transform="rotate(-90 60 60)">
                  <circle className="share-1" cx="60" cy="60" r="48" />
                  <circle
                    className="share-0"
                    cx="60"
                    cy="60"
                    r="48"
                    strokeDasharray={`${fees.geometry.first} ${fees.geometry.around}`}
                  />
                </g>
                <text className="chart-value" x="60" y="67" textAnchor="middle">
                  {fees.data.middle}
                </text>
              </svg>
            </ChartFrame>
            <ul className="chart-keys">
              {rows.map((part, index) => (
                <li key={part.name} className={`chart-key chart-key-${index}`}>
                  {part.name} <strong>{part.text}</strong>
                </li>
              ))}
            </ul>
          </div>
          <Behind>
            <DataTable
              caption={title}
              rows={rows}
              rowKey={(row) => row.name}
              columns={[
                { label: m.dashboard_status(), role: 'title', cell: (row) => row.name },
                { label: m.dashboard_amount(), align: 'end', cell: (row) => row.text },
              ]}
            />
          </Behind>
        </>
      ) : (
        <p className="soft">{m.fees_none_student()}</p>
      )}
    </Card>
  )
}

function Behind({ children }: { children: ReactNode }) {
  return (
    <details className="behind">
      <summary>{m.dashboard_as_table()}</summary>
      {children}
    </details>
  )
}
