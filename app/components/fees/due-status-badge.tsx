import { Badge } from '~/components/ui'
import type { DueStatus } from '~/models/money/ledger/rules'

export function DueStatusBadge({ status }: { status: DueStatus }) {
  if (status === 'paid') return <Badge tone="good">Paid</Badge>
  return status === 'overdue' ? <Badge tone="bad">Overdue</Badge> : <Badge tone="warn">Due</Badge>
}
