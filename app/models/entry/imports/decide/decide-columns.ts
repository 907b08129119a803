import { cellText } from '~/services/spreadsheets/port'
import type { FieldRule } from '../kinds/field-rule'
import type { RowCells } from '../kinds/port'
import { looseKey } from '../values/cells'
import { unpackCells } from '../wide-columns'
import { decideAmounts } from './decide-amounts'
import { decideChoices } from './decide-choices'
import { decideClasses } from './decide-classes'
import { decideDays, ordersOf } from './decide-days'
import { decideNames } from './decide-names'
import { decideSingleNames } from './decide-single-names'
import type {
  Answers,
  ColumnCell,
  ColumnDecisions,
  ColumnFacts,
  Contradiction,
  DayDecision,
  Decided,
  DecidedKind,
  Decisions,
  Question,
} from './port'

export interface FileFacts {
  today: string
  answers: Answers
  /** Headings of the matched columns by key, and all headings of the file. */
  headings: Readonly<Partial<Record<string, string>>>
  allHeadings: readonly string[]
}

export interface FileDecisions {
  decisions: ColumnDecisions
  /** Open questions block the import. */
  questions: Question[]
  /** Contradictions block the import until the file is corrected. */
  contradictions: Contradiction[]
}

const udiseHeading = /udise|^pen$|pennumber|penno|apaar|minoritygroup|cwsn|^bpl|bplbenefici|socialcategory/

/** Decides once for each column, from all its cells, how to read it; runs before any row is read. */
export function decideColumns(
  rules: readonly FieldRule[],
  rows: ReadonlyArray<{ line: number; texts: RowCells }>,
  file: FileFacts,
): FileDecisions {
  const isUdise = file.allHeadings.some((heading) => udiseHeading.test(looseKey(heading)))
  const hasSections = rows.some(({ texts }) => cellText(texts.section) !== '')
  const orders = new Set(
    rules.flatMap(({ decides, spec }) =>
      decides?.kind === 'day' ? [...ordersOf(cellsOf(rows, spec.key), { ...decides, today: file.today })] : [],
    ),
  )
  const [onlyOrder = null] = orders.size === 1 ? orders : []
  const sides = cellsOf(rows, 'side')
  const decisions: Record<string, Partial<Decisions>> = {}
  const questions: Question[] = []
  const contradictions: Contradiction[] = []
  for (const rule of rules) {
    const { key, label } = rule.spec
    if (rule.decides === undefined) continue
    const facts = { key, heading: file.headings[key] || label, today: file.today, answers: file.answers }
    const decided =
      rule.decides.kind === 'single'
        ? named('single', decideSingleNames(rows, { ...facts, of: rule.decides.of }))
        : decideColumn(rule, isOfFees(rule) ? feeCellsOf(rows) : cellsOf(rows, key), facts, {
            isUdise,
            hasSections,
            fileOrder: onlyOrder,
            sides,
          })
    if (!decided) continue
    decisions[key] = decided.decision
    if (isOfFees(rule)) decisions.total = decided.decision
    questions.push(...decided.questions)
    contradictions.push(...decided.contradictions)
  }
  return { decisions, questions, contradictions }
}

function cellsOf(rows: ReadonlyArray<{ line: number; texts: RowCells }>, key: string): ColumnCell[] {
  return rows.flatMap(({ line, texts }) => {
    const cell = texts[key]
    return cell === undefined || cellText(cell) === '' ? [] : [{ line, cell }]
  })
}

const isOfFees = ({ decides }: FieldRule) => decides?.kind === 'amount' && decides.ofFees === true

/** Cells of the fees of a wide sheet and of their total, decided together because one program wrote them alike. */
function feeCellsOf(rows: Parameters<typeof cellsOf>[0]): ColumnCell[] {
  const fees = cellsOf(rows, 'fees').flatMap(({ line, cell }) =>
    unpackCells(cellText(cell)).map(([, amount]) => ({ line, cell: amount })),
  )
  return fees.length === 0 ? [] : [...fees, ...cellsOf(rows, 'total')]
}

type OfColumn = Omit<Decided<DecidedKind>, 'decision'> & { decision: Partial<Decisions> }

function decideColumn(
  { decides }: FieldRule,
  cells: readonly ColumnCell[],
  facts: ColumnFacts,
  {
    isUdise,
    hasSections,
    fileOrder,
    sides,
  }: { isUdise: boolean; hasSections: boolean; fileOrder: DayDecision['order'] | null; sides: readonly ColumnCell[] },
): OfColumn | null {
  if (cells.length === 0) return null
  if (decides?.kind === 'day') return named('day', decideDays(cells, { ...facts, ...decides, fileOrder }))
  if (decides?.kind === 'amount') return named('amount', decideAmounts(cells, { ...facts, ...decides, sides }))
  if (decides?.kind === 'class') return named('class', decideClasses(cells, { ...facts, hasSections }))
  if (decides?.kind === 'name') return named('name', decideNames(cells, { ...facts, of: decides.of }))
  if (decides?.kind === 'choice') return named('choice', decideChoices(cells, { ...facts, isUdise }))
  return null
}

function named<Kind extends DecidedKind>(kind: Kind, { decision, ...rest }: Decided<Kind>): OfColumn {
  return { ...rest, decision: { [kind]: decision } }
}
