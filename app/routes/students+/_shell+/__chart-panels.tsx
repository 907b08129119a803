import type { ReactNode } from 'react'
import type { LineData, RowData, ShareData } from '~/components/charts/draw-panels'
import { LineChart } from '~/components/charts/line-chart'
import type { LineGeometry } from '~/components/charts/line-geometry.server'
import { type ChartRow, RowChart } from '~/components/charts/row-chart'
import { ShareChart } from '~/components/charts/share-chart'
import { Card, type Column, DataTable } from '~/components/ui'
import { m } from '~/language/paraglide/messages'

interface TrendRow {
  date: string
  status: string
  percent: number
}

type TrendPanelProps = {
  trend: { geometry: LineGeometry; ends: readonly [string, string]; data: LineData; rows: readonly TrendRow[] } | null
}

/** Attendance Trend (Last 30 Days). */
export function TrendPanel({ trend }: TrendPanelProps) {
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
          <LineChart
            label={m.dashboard_trend_label({ percent: `${trend.geometry.last.value}%` })}
            geometry={trend.geometry}
            ends={trend.ends}
            data={trend.data}
          />
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

interface ExamRow extends ChartRow {
  date: string
  startTime: string
}

/** Upcoming Exams: days until each. */
export function ExamsPanel({ exams, data }: { exams: readonly ExamRow[]; data: RowData }) {
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
          <RowChart label={m.dashboard_exams_label()} rows={exams} data={data} />
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

type FeesPanelProps = {
  fees: { geometry: { around: number; first: number }; data: ShareData } | null
}

/** Fees Payment Status: what is paid of what the session costs. */
export function FeesPanel({ fees }: FeesPanelProps) {
  const title = m.dashboard_fees()
  const rows = fees ? fees.data.names.map((name, index) => ({ name, text: fees.data.texts[index] ?? '' })) : []
  return (
    <Card title={title}>
      {fees ? (
        <>
          <ShareChart
            label={m.dashboard_fees_label({ percent: fees.data.middle })}
            geometry={fees.geometry}
            middle={fees.data.middle}
            parts={rows}
            data={fees.data}
          />
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
