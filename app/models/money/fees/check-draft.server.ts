import type { z } from 'zod'
import type { FineRule } from '~/models/money/ledger/fine-rules'
import type { FeeDraft, FeeErrors } from './draft'
import { checkFine } from './fine-fields'
import { type FeeFields, feeSchema } from './schema'

/**
 * Validates the draft as a fee; errors are keyed by the form's field names. Skips empty rows, without renumbering the
 * others.
 */
export function checkDraft(
  draft: FeeDraft,
): { ok: true; value: FeeFields & { fineRule: FineRule | null } } | { ok: false; errors: FeeErrors } {
  const heads = draft.heads.map((row, index) => ({ row, index })).filter(({ row }) => !isBlankHead(row))
  const instalments = draft.instalments
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => [row.title, row.due_on, row.amount].some((text) => text.trim() !== ''))
  const checked = feeSchema.safeParse({
    ...draft,
    heads: heads.map(({ row }) => row),
    instalments: instalments.map(({ row }) => row),
  })
  const fine = checkFine(draft.fine)
  if (checked.success && fine.ok) return { ok: true, value: { ...checked.data, fineRule: fine.rule } }
  return {
    ok: false,
    errors: {
      ...(checked.success ? {} : errorsByField(checked.error.issues, { heads, instalments })),
      ...(fine.ok ? {} : fine.errors),
    },
  }
}

/** A row without an amount is blank if its name is empty or the default of an empty form. */
function isBlankHead(row: FeeDraft['heads'][number]): boolean {
  return row.amount.trim() === '' && (row.name.trim() === '' || row.name === 'Tuition fee')
}

function errorsByField(
  issues: readonly z.core.$ZodIssue[],
  rows: Record<'heads' | 'instalments', Array<{ index: number }>>,
): FeeErrors {
  const errors: FeeErrors = {}
  for (const issue of issues) {
    const [list, position, field] = issue.path
    const inRow = (list === 'heads' || list === 'instalments') && typeof position === 'number'
    const ofRows = list === 'heads' || list === 'instalments' ? `${list}[0].amount` : String(list)
    const name = inRow ? `${list}[${rows[list][position]?.index ?? position}].${String(field)}` : ofRows
    errors[name] = [...(errors[name] ?? []), issue.message]
  }
  return errors
}
