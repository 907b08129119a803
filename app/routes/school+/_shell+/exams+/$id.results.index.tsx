import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SelectField } from '~/components/forms'
import { listHref } from '~/components/school/list-href'
import { Badge, ButtonLink, type Column, DataTable, EmptyState, FilterBar, PageHead } from '~/components/ui'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { outcomeName } from '~/models/learning/exams/office-words'
import { paperCell } from './__office-words'
import { readResultSheet } from './__result-sheet.server'

export const handle = pageTitle<{ name: string } | undefined>((data) => (data ? `Results: ${data.name}` : 'Results'))

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { exam, papers, sections, section, byRank, rows } = await readResultSheet(context, request, params.id)
  return {
    id: exam.publicId,
    name: exam.name,
    context: `${exam.className}, ${exam.sessionName}`,
    published: exam.published,
    papers: papers.map(({ subjectName, maxMarks }) => ({ subjectName, maxMarks })),
    sections,
    section: section?.value ?? '',
    byRank,
    rows: rows.map(({ studentPublicId: student, rollNumber, name, sectionName, marks, maxMarks, percent, ...row }) => ({
      student,
      rollNumber,
      name,
      sectionName,
      marks,
      maxMarks,
      percent,
      papers: row.papers.map(({ marks, outcome }) => ({ marks, outcome })),
      grade: row.grade,
      rankInSection: row.rankInSection,
      rankInClass: row.rankInClass,
      outcome: row.outcome,
    })),
  }
}

export default function ResultSheetPage() {
  const sheet = useLoaderData<typeof loader>()
  const passed = sheet.rows.filter((row) => row.outcome === 'pass').length
  const failed = sheet.rows.filter((row) => row.outcome === 'fail').length
  return (
    <>
      <PageHead
        title={`Results: ${sheet.name}`}
        context={
          <>
            <a href={schoolPaths.exam(sheet.id)}>{sheet.context}</a>{' '}
            {sheet.published ? null : <Badge tone="warn">Not published</Badge>}
          </>
        }
      />
      {sheet.rows.length === 0 || sheet.papers.length === 0 ? (
        <EmptyState
          icon="chart"
          title="No results yet"
          text="The result sheet is made from the students of the class and the papers of the exam."
          action={<ButtonLink href={schoolPaths.exam(sheet.id)} label="Back to the exam" />}
        />
      ) : (
        <>
          <FilterBar
            key={`${sheet.section} ${sheet.byRank}`}
            action={schoolPaths.resultSheet(sheet.id)}
            submitLabel="Show"
          >
            <SelectField
              name="section"
              label="Section"
              placeholder={sheet.sections.length > 1 ? 'All sections' : null}
              defaultValue={sheet.section}
              options={sheet.sections}
            />
            <SelectField
              name="sort"
              label="Sort by"
              placeholder={null}
              defaultValue={sheet.byRank ? 'rank' : ''}
              options={[
                { value: '', label: 'Roll number' },
                { value: 'rank', label: 'Rank' },
              ]}
            />
          </FilterBar>
          <p role="status">
            {`${counted(sheet.rows.length, 'student')}, ${passed} passed, ${failed} failed`}
            {' · '}
            <a
              href={listHref(schoolPaths.resultSheetFile(sheet.id), {
                section: sheet.section,
                sort: sheet.byRank ? 'rank' : '',
              })}
              data-file
            >
              Download CSV
            </a>
            {' · '}
            <a href={listHref(schoolPaths.reportCards(sheet.id), { section: sheet.section })}>Report cards</a>
          </p>
          <ResultSheet papers={sheet.papers} rows={sheet.rows} inSection={sheet.section !== ''} />
        </>
      )}
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>
type Row = Loaded['rows'][number]
/** `inSection`: shows one section, with its rank beside that of the class. */
type SheetProps = Pick<Loaded, 'papers' | 'rows'> & { inSection: boolean }

/** Students in rows, papers in columns; `*` marks values below the pass marks. */
function ResultSheet({ papers, rows, inSection }: SheetProps) {
  const columns: Column<Row>[] = [
    { label: 'Roll', align: 'end', cell: (row) => row.rollNumber ?? '–' },
    { label: 'Student', role: 'title', cell: (row) => <a href={schoolPaths.student(row.student)}>{row.name}</a> },
    ...(inSection ? [] : [{ label: 'Section', cell: (row: Row) => row.sectionName } satisfies Column<Row>]),
    ...papers.map(
      (paper, index): Column<Row> => ({
        label: `${paper.subjectName} (${paper.maxMarks})`,
        align: 'end',
        cell: (row) => paperCell(row.papers[index]),
      }),
    ),
    { label: 'Total', align: 'end', cell: (row) => `${row.marks} / ${row.maxMarks}` },
    { label: '%', align: 'end', cell: (row) => row.percent?.toFixed(1) ?? '–' },
    { label: 'Grade', cell: (row) => row.grade ?? '–' },
    ...(inSection
      ? [{ label: 'Rank in section', align: 'end', cell: (row: Row) => row.rankInSection ?? '–' } satisfies Column<Row>]
      : []),
    { label: inSection ? 'Rank in class' : 'Rank', align: 'end', cell: (row) => row.rankInClass ?? '–' },
    { label: 'Result', cell: (row) => outcomeName(row.outcome) },
  ]
  return (
    <div className="sheet">
      <DataTable caption="Results" rows={rows} rowKey={(row) => row.student} columns={columns} />
      <p className="small soft">
        * below pass marks. AB: absent, counts as 0. EX: exempt, not counted. –: no marks, not counted. Equal marks
        share a rank.
      </p>
    </div>
  )
}
