import { Badge } from '~/components/ui'
import { dayColumn, type ListColumn } from '~/kit/pages/list'
import type { Tone } from '~/models/core/shared/tone'
import { refundOpen } from '~/models/money/subscriptions/office-words'
import type { RefundDecisionState } from '~/models/money/subscriptions/options'

type Application = {
  publicId: string
  appliedAt: Date
  studentName: string
  enrollmentNumber: string
  classSection: string | null
  refundState: RefundDecisionState
}

/** First columns of a list of hostel or transport applications. */
export function applicantColumns<Row extends Application>(
  hrefOf: (publicId: string) => string,
): ListColumn<Row, 'date' | 'student'>[] {
  return [
    dayColumn('Applied', (row) => row.appliedAt, { sort: 'date', newestFirst: true }),
    {
      label: 'Student',
      role: 'title',
      sort: 'student',
      value: (row) => row.studentName,
      cell: (row) => (
        <>
          <a href={hrefOf(row.publicId)}>{row.studentName}</a> <span className="soft small">{row.classSection}</span>
        </>
      ),
    },
    { label: 'Enrollment number', value: (row) => row.enrollmentNumber, only: 'file' },
    { label: 'Class', value: (row) => row.classSection, only: 'file' },
  ]
}

/** Column, only in the CSV file, that marks a refund that the office has not decided yet. */
export function refundColumn<Row extends Application>(): ListColumn<Row, never> {
  return { label: 'Refund', value: (row) => (row.refundState === 'open' ? refundOpen : null), only: 'file' }
}

type StatusBadgesProps = { status: { word: string; tone: Tone }; refundState: RefundDecisionState }

export function StatusBadges({ status, refundState }: StatusBadgesProps) {
  return (
    <>
      <Badge tone={status.tone}>{status.word}</Badge>
      {refundState === 'open' ? (
        <>
          {' '}
          <Badge tone="warn">{refundOpen}</Badge>
        </>
      ) : null}
    </>
  )
}
