import { Badge } from '~/components/ui'
import { type StudentStatus, statusNames } from '~/models/students/status-options'

/** How a student stands, in one word; an active one who never signed in is told apart. */
export function StatusBadge({ student }: { student: { status: StudentStatus; hasPassword: boolean } }) {
  if (student.status === 'inactive') return <Badge tone="warn">{statusNames.inactive}</Badge>
  if (student.status === 'left') return <Badge tone="neutral">{statusNames.left}</Badge>
  return student.hasPassword ? (
    <Badge tone="good">{statusNames.active}</Badge>
  ) : (
    <Badge tone="info">No password yet</Badge>
  )
}
