import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { KeyboardEvent } from 'react'
import { SelectField } from '~/components/forms'
import { Alert, ButtonLink, FilterBar, PageHead } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { markText, presenceOf } from '~/models/learning/exams/marks/mark-rules'
import { gridRows } from '~/models/learning/exams/marks/marks-grid.server'
import { saveMarks } from '~/models/learning/exams/marks/save-marks.server'
import { publishedObstacle } from '~/models/learning/exams/paper-rules'
import { classSection } from '~/models/people/academics/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { MarksCell, MarksGrid } from '~/routes/school+/_shell+/__marks-grid'
import { requireChosenGrid, requireGrid } from './__exam-guard.server'
import { type MarksAnswer, marksAnswerOf, readMarksForm, unsavedMarks } from './__marks-form.server'
import { PublishedAlert } from './__published-alert'

export const handle = pageTitle<Awaited<ReturnType<typeof loader>> | undefined>(
  (data) => (data?.grid ? `Marks: ${data.grid.subjectName}` : 'Marks'),
  { hasForm: true },
)

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, scope, exam, papers, sections, chosen } = await requireGrid(context, request, params.id)
  const rows = chosen
    ? await gridRows(scope, { sessionId: exam.sessionId, sectionId: chosen.section.id, paperId: chosen.paper.id })
    : []
  const query = new URL(request.url).searchParams
  return {
    id: exam.publicId,
    name: exam.name,
    place: exam.className,
    published: exam.published,
    mayWithdraw: mayStaff(staff.role, 'exams:edit'),
    papers: papers.map((paper) => ({ value: paper.publicId, label: paper.subjectName })),
    sections: sections.map((section) => ({ value: section.publicId, label: section.name })),
    // Keeps the requested values if they are valid but do not belong together.
    asked: {
      paper: chosen?.paper.publicId ?? query.get('paper') ?? '',
      section: chosen?.section.publicId ?? query.get('section') ?? '',
    },
    grid: chosen && {
      subjectName: chosen.paper.subjectName,
      place: classSection(exam.className, chosen.section.name),
      maxMarks: chosen.paper.maxMarks,
      passMarks: chosen.paper.passMarks,
      rows: rows.map(({ publicId, name, rollNumber, status, presence, marks }) => ({
        publicId,
        name,
        rollNumber,
        left: status === 'left',
        saved: markText(presence === null ? null : { presence, marks }),
      })),
    },
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam, duties, paper, section } = await requireChosenGrid(context, request, params.id)
  const rows = readMarksForm(await readForm(request))
  const at = { paper: paper.publicId, section: section.publicId }
  const outcome = await saveMarks(scope, { exam: exam.publicId, ...at, rows, mode: 'rows', duties })
  if (!outcome.ok) {
    if (outcome.reason === 'not-found') return foundOr404(null)
    return data<MarksAnswer>(unsavedMarks(rows, publishedObstacle), { status: 422 })
  }
  const { saved } = outcome.value
  const answer = marksAnswerOf(outcome.value)
  if (answer) return data<MarksAnswer>(answer, { status: 422 })
  return redirectWithToast(schoolPaths.marks(exam.publicId, at), {
    type: 'success',
    title: 'Updated!',
    message: saved === 0 ? 'Nothing was changed.' : `${counted(saved, 'row')} saved.`,
  })
}

export default function MarksPage() {
  const { id, name, place, published, mayWithdraw, papers, sections, asked, grid } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={grid ? `Marks: ${grid.subjectName}` : 'Marks'}
        context={
          <>
            <a href={schoolPaths.exam(id)}>{name}</a>, {grid?.place ?? place}
          </>
        }
      />
      {papers.length > 0 && sections.length > 0 ? (
        <FilterBar key={`${asked.paper} ${asked.section}`} action={schoolPaths.marks(id)} submitLabel="Show">
          <SelectField name="paper" label="Paper" placeholder={null} defaultValue={asked.paper} options={papers} />
          <SelectField
            name="section"
            label="Section"
            placeholder={null}
            defaultValue={asked.section}
            options={sections}
          />
        </FilterBar>
      ) : null}
      {published ? <PublishedAlert examId={id} mayWithdraw={mayWithdraw} /> : null}
      {grid === null ? (
        <Alert tone="info">
          <p>
            {papers.length === 0 || sections.length === 0
              ? 'There is no paper yet, or the class has no section.'
              : 'Another teacher enters these marks.'}
          </p>
        </Alert>
      ) : grid.rows.length === 0 ? (
        <Alert tone="info" text="No student is enrolled in this section in the exam’s session." />
      ) : (
        <MarksForm key={`${asked.paper} ${asked.section}`} examId={id} at={asked} grid={grid} fixed={published} />
      )}
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>
type MarksFormProps = { examId: string; at: Loaded['asked']; grid: NonNullable<Loaded['grid']>; fixed: boolean }

/** Grid with a row per student. Enter and the arrow keys move between rows. */
function MarksForm({ examId, at, grid, fixed }: MarksFormProps) {
  const answer: MarksAnswer | undefined = useActionData<typeof action>()
  return (
    <MarksGrid
      action={schoolPaths.marks(examId, at)}
      caption="Marks"
      failure={answer && answer.saved > 0 ? `${counted(answer.saved, 'row')} saved, these are not` : 'Update Failed'}
      head={[['Roll number', 'num'], ['Student'], ['Marks'], ['Presence']]}
      rows={grid.rows}
      answer={answer}
      isFixed={fixed}
      onKeyDown={moveByRow}
      hint={
        <>
          {`At most ${grid.maxMarks}${grid.passMarks === null ? '' : `, ${grid.passMarks} to pass`}. AB is absent, EX or ML is exempt. Enter and the arrow keys go from row to row. `}
          <a href={schoolPaths.marksFile(examId, at)} data-file>
            Download CSV
          </a>
          {fixed ? null : (
            <>
              {' · '}
              <a href={schoolPaths.uploadMarks(examId, at)}>Upload a file</a>
            </>
          )}
        </>
      }
      back={<ButtonLink href={schoolPaths.exam(examId)} variant="secondary" label="Back to the exam" />}
      cells={(row, typedRow) => {
        const presence = typedRow?.presence ?? presenceOf(row.saved)
        const text = typedRow?.text ?? (presence === 'present' ? row.saved : '')
        return (
          <>
            <td data-label="Roll number" className="num">
              {row.rollNumber ?? '–'}
            </td>
            <th scope="row">
              {row.name}
              {row.left ? <span className="soft"> (left)</span> : null}
            </th>
            <MarksCell row={row} typed={typedRow} text={text} data-row="" readOnly={fixed || undefined} />
            <td data-label="Presence">
              <select
                className="input input-short"
                name={`presence-${row.publicId}`}
                defaultValue={presence}
                disabled={fixed || undefined}
                aria-label={`Attendance of ${row.name}`}
              >
                <option value="present">Present</option>
                <option value="absent">Absent</option>
                <option value="exempt">Exempt</option>
              </select>
            </td>
          </>
        )
      }}
    />
  )
}

/**
 * Enter and Down move to the next row's field, Up to the previous one; after the last row Enter moves to the save
 * button.
 */
function moveByRow(event: KeyboardEvent<HTMLFormElement>): void {
  const field = event.target
  if (!(field instanceof HTMLInputElement) || field.dataset.row === undefined) return
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0
  if (step === 0) return
  // Otherwise Enter would submit the form after each row.
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[data-row]')]
  const next = fields[fields.indexOf(field) + step]
  next?.focus()
  next?.select()
  if (!next && event.key === 'Enter')
    event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.focus()
}
