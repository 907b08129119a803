import { Card, DataTable } from '~/components/ui'
import type { Fact } from '~/models/audit/list-facts.server'
import { formatInstant } from '~/models/shared/calendar'

/** What was done and by whom; `deedWord` says an action. */
export function FactsCard({ facts, deedWord }: { facts: readonly Fact[]; deedWord: (fact: Fact) => string }) {
  return (
    <Card title="What happened">
      <DataTable
        caption="What happened"
        rows={facts.map((fact, index) => ({ ...fact, index }))}
        rowKey={(fact) => fact.index}
        columns={[
          { label: 'What', role: 'title', cell: deedWord },
          { label: 'When', align: 'nowrap', cell: (fact) => formatInstant(fact.at, 'en') },
          { label: 'By', cell: (fact) => (fact.actorKind === 'system' ? 'Shala' : fact.actorName) },
        ]}
      />
    </Card>
  )
}
