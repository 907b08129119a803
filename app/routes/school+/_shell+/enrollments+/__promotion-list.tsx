import { Badge, Card, DataTable } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay, todayInIndia } from '~/models/shared/calendar'

export type PromotionRow = {
  publicId: string
  className: string
  fromName: string
  toName: string
  madeBy: string
  /** Instants as text */
  madeAt: string
  undoneBy: string | null
  undoneAt: string | null
  promoted: number
  stayed: number
  left: number
  completed: number
}

/** The last promotions, each with the way to undo it. */
export function PromotionList({ promotions }: { promotions: readonly PromotionRow[] }) {
  if (promotions.length === 0) return null
  return (
    <Card title="Promotions so far">
      <DataTable
        caption="Promotions so far"
        rows={promotions}
        rowKey={(row) => row.publicId}
        columns={[
          { label: 'Class', role: 'title', cell: (row) => row.className },
          { label: 'Sessions', cell: (row) => `${row.fromName} to ${row.toName}` },
          { label: 'Students', cell: outcomeWords },
          { label: 'Made', cell: (row) => `${row.madeBy}, ${dayOf(row.madeAt)}` },
          {
            label: 'Action',
            role: 'actions',
            cell: (row) =>
              row.undoneAt === null ? (
                <a href={schoolPaths.undoPromotion(row.publicId)} aria-label={`Undo the promotion of ${row.className}`}>
                  Undo
                </a>
              ) : (
                <Badge tone="neutral">{`Undone ${dayOf(row.undoneAt)}`}</Badge>
              ),
          },
        ]}
      />
    </Card>
  )
}

/** `28 promoted, 1 stayed back`. */
export function outcomeWords(row: Pick<PromotionRow, 'promoted' | 'stayed' | 'left' | 'completed'>): string {
  const words = [
    [row.promoted, 'promoted'],
    [row.stayed, 'stayed back'],
    [row.left, 'left'],
    [row.completed, 'completed'],
  ] as const
  return words.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}

function dayOf(instant: string): string {
  return formatDay(todayInIndia(new Date(instant)), 'en')
}
