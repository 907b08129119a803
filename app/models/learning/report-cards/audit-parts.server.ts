import { recordAudits } from '~/models/core/audit/record-audit.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Changes per audit entry, so that an entry stays short enough to read. */
const atOnce = 25

type AuditParts = {
  action: string
  schemeId: number
  details: Record<string, string | number>
  /** Lines by label: student, old value and new value. A label without lines is left out. */
  lines: Readonly<Record<string, readonly string[]>>
}

/** Records all changes to a scheme or its cards, split over as many audit entries as needed. */
export async function recordAuditInParts(
  scope: SchoolScope,
  { action, schemeId, details, lines }: AuditParts,
): Promise<void> {
  const lineCount = Math.max(1, ...Object.values(lines).map(({ length }) => length))
  const parts = Array.from({ length: Math.ceil(lineCount / atOnce) }, (_, part) =>
    Object.fromEntries(
      Object.entries(lines).flatMap(([name, all]) => {
        const some = all.slice(part * atOnce, (part + 1) * atOnce)
        return some.length > 0 ? [[name, some.join('; ')]] : []
      }),
    ),
  )
  await recordAudits(
    scope,
    parts.map((part) => ({
      action,
      subject: { kind: 'report-scheme', id: schemeId },
      details: { ...details, ...part },
    })),
  )
}
