import { Badge } from '~/components/ui'
import type { Tone } from '~/models/core/shared/tone'
import { type StudentStatus, studentStatusNames } from '~/models/people/students/register/status-options'

type Student = { status: StudentStatus; hasPassword: boolean }

const tones: Record<StudentStatus, Tone> = { active: 'good', inactive: 'warn', left: 'neutral' }

/** Status label of a student; active students without a password have a separate one. */
export function statusOf({ status, hasPassword }: Student): { label: string; tone: Tone } {
  const isNew = status === 'active' && !hasPassword
  return isNew ? { label: 'No password yet', tone: 'info' } : { label: studentStatusNames[status], tone: tones[status] }
}

export function StatusBadge({ student }: { student: Student }) {
  const { label, tone } = statusOf(student)
  return <Badge tone={tone}>{label}</Badge>
}
