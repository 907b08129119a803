import { newPublicId } from '~/models/shared/public-id.server'
import { type LedgerScope, studentOf } from './locks.server'
import type { DueKind } from './options'
import type { DuePart } from './rules'
import { Due, DuePartRow } from './tables.server'

export interface NewDue {
  studentId: number
  academicSessionId: number
  kind: DueKind
  /** The thing that raises it (an instalment's id); with kind and student it names the due. */
  sourceId: number
  name: string
  title: string
  /** `YYYY-MM-DD` */
  dueOn: string
  amountPaise: number
  concessionPaise?: number
  /** A text of fine-rules.ts; left out: no late fine. */
  fineRule?: string | null
  /** What the amount is made of, tuition on its own. */
  parts: readonly DuePart[]
}

const atOnce = 500

/**
 * Writes what students owe. Raising the same (kind, source, student) again adds and changes nothing, so an assignment may be
 * repeated. Answers how many dues are new. @throws when parts do not sum to their due's amount, or a student's own scope raises another's
 */
export async function raiseDues(scope: LedgerScope, dues: readonly NewDue[]): Promise<number> {
  let raised = 0
  for (let from = 0; from < dues.length; from += atOnce) {
    raised += await raise(scope, dues.slice(from, from + atOnce))
  }
  return raised
}

async function raise(scope: LedgerScope, dues: readonly NewDue[]): Promise<number> {
  const partsOf = new Map<string, readonly DuePart[]>()
  const own = studentOf(scope)
  const rows = dues.map(({ parts, ...due }) => {
    if (own !== null && own !== due.studentId) throw new RangeError('A student owes for nobody else')
    const sum = parts.reduce((so, part) => so + part.amountPaise, 0)
    if (sum !== due.amountPaise) throw new RangeError(`Parts of ${due.title} sum to ${sum}, not ${due.amountPaise}`)
    const publicId = newPublicId()
    partsOf.set(publicId, parts)
    return { ...due, publicId, schoolId: scope.schoolId }
  })
  // Not INSERT IGNORE: it would also swallow a wrong amount.
  await Due.bulkCreate(rows, { updateOnDuplicate: ['sourceId'] })
  const fresh = await Due.findAll({
    attributes: ['id', 'publicId'],
    where: { schoolId: scope.schoolId, publicId: [...partsOf.keys()] },
    raw: true,
  })
  const partRows = fresh.flatMap((due) =>
    (partsOf.get(due.publicId) ?? []).map((part, position) => ({ dueId: due.id, position, ...part })),
  )
  await DuePartRow.bulkCreate(partRows)
  return fresh.length
}
