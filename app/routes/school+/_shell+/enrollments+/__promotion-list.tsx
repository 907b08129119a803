import { Badge, Card, DataTable } from '~/components/ui'
import { schoolPaths } from '~/http/school-paths'
import { formatDay } from '~/models/core/shared/calendar'
import type { listPromotions } from '~/models/entry/admissions/promotion/promotion-queries.server'
import type { PromotionOutcome } from '~/models/entry/admissions/promotion/promotion-rules'

type Promotion = Awaited<ReturnType<typeof listPromotions>>[number]
type PromotionRow = Omit<Promotion, 'madeAt' | 'undoneAt'> & { madeOn: string; undoneOn: string | null }

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
          { label: 'Students', cell: promotionOutcomeWords },
          { label: 'Made', cell: (row) => `${row.madeBy}, ${formatDay(row.madeOn, 'en')}` },
          {
            label: 'Action',
            role: 'actions',
            cell: (row) =>
              row.undoneOn === null ? (
                <a href={schoolPaths.undoPromotion(row.publicId)} aria-label={`Undo the promotion of ${row.className}`}>
                  Undo
                </a>
              ) : (
                <Badge tone="neutral">{`Undone ${formatDay(row.undoneOn, 'en')}`}</Badge>
              ),
          },
        ]}
      />
    </Card>
  )
}

/** Outcome of a promotion, such as `28 promoted, 1 stayed back`. */
export function promotionOutcomeWords(row: Record<PromotionOutcome, number>): string {
  const words = [
    [row.promoted, 'promoted'],
    [row.stayed, 'stayed back'],
    [row.left, 'left'],
    [row.completed, 'completed'],
  ] as const
  return words.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ')
}
