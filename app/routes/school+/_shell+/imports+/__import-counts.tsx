import { outcomes } from '~/components/imports/state-badge'
import { StatCard } from '~/components/ui/stat-card'
import { type RowOutcome, rowOutcomes } from '~/models/imports/options'
import { groupedCount } from './__counts'

/** How many rows are new, changed, unchanged and rejected; each number leads to its rows. */
export function ImportCounts({
  counts,
  hrefFor,
}: {
  counts: Record<RowOutcome, number>
  hrefFor: (outcome: RowOutcome) => string
}) {
  return (
    <div className="cols">
      {rowOutcomes.map((outcome) => (
        <StatCard
          key={outcome}
          label={outcomes[outcome].word}
          value={groupedCount(counts[outcome])}
          note={counts[outcome] > 0 ? <a href={hrefFor(outcome)}>Show these rows</a> : undefined}
        />
      ))}
    </div>
  )
}
