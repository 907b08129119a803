import { recordAudits } from '~/models/audit/record-audit.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** Changes in one entry of the audit log: more would not be read. */
const atOnce = 25

type Told = {
  action: string
  schemeId: number
  details: Record<string, string | number>
  /** What the lines are called, and the lines: whose card, what was changed from what to what. None is no fact. */
  lines: Readonly<Record<string, readonly string[]>>
}

/** Notes what was done with a scheme or its cards, all lines of it, in as many entries as they need. */
export async function noteInParts(scope: SchoolScope, { action, schemeId, details, lines }: Told): Promise<void> {
  const longest = Math.max(1, ...Object.values(lines).map(({ length }) => length))
  const parts = Array.from({ length: Math.ceil(longest / atOnce) }, (_, part) =>
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
