import type { ReactNode } from 'react'
import { Badge, type Column } from '~/components/ui'
import { importOutcomeWords, problemsText } from '~/models/entry/imports/options'
import type { PreviewValue } from '~/models/entry/imports/preview'
import type { PreviewRow } from '~/models/entry/imports/queries.server'

/** Columns of the preview: the values to store for a row, each beside the text of the file and the previous value. */
export function previewColumns(valueColumns: readonly string[]): Column<PreviewRow>[] {
  return [
    { label: 'Line', align: 'end', cell: (row) => row.line },
    { label: 'Row', role: 'title', cell: (row) => row.label || '–' },
    { label: 'What happens', cell: outcomeOf },
    ...valueColumns.map((label) => ({
      label,
      cell: ({ shown }: PreviewRow) =>
        lines(
          shown.filter(([name]) => name === label),
          ([, text, ...beside]) => valueText(text, beside),
        ),
    })),
    { label: 'Details', cell: (row) => detailsOf(row, valueColumns) },
  ]
}

function outcomeOf({ outcome, doubts }: PreviewRow): ReactNode {
  const { tone, word } = importOutcomeWords[outcome]
  const badge = <Badge tone={tone}>{word}</Badge>
  return doubts.length > 0 && outcome !== 'rejected' ? (
    <>
      {badge} <Badge tone="warn">Unclear</Badge>
    </>
  ) : (
    badge
  )
}

/** One element for all lines, so that a phone shows them below each other beside the label of the column. */
function lines<Item extends PreviewValue>(items: readonly Item[], line: (item: Item) => ReactNode): ReactNode {
  if (items.length === 0) return null
  return (
    <div>
      {items.map((item) => (
        <div key={item.join('\n')}>{line(item)}</div>
      ))}
    </div>
  )
}

function valueText(text: string, [cell, before]: [cell: string | null, before: string | null]): ReactNode {
  const beside = [...(before === null ? [] : [`before: ${before}`]), ...(cell ? [`in the file: ${cell}`] : [])]
  return beside.length === 0 ? (
    text
  ) : (
    <>
      {text} <span className="small soft">({beside.join('; ')})</span>
    </>
  )
}

/** Doubts and problems, values without their own column, and names of changed columns whose values are not shown. */
function detailsOf({ outcome, problems, changes, shown, doubts }: PreviewRow, valueColumns: readonly string[]) {
  const others = shown.filter(([label]) => !valueColumns.includes(label))
  const isChangeShown = shown.some(([, , , before]) => before !== null)
  const words = [
    problemsText(problems),
    outcome === 'rejected' ? '' : problemsText(doubts),
    isChangeShown ? '' : changes.join(', '),
  ].filter(Boolean)
  if (words.length === 0 && others.length === 0) return null
  return (
    <div>
      {words.length > 0 ? <div>{words.join('; ')}</div> : null}
      {lines(others, ([label, text, ...beside]) => (
        <>
          {label}: {valueText(text, beside)}
        </>
      ))}
    </div>
  )
}
