import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary, FileField, RadioGroup } from '~/components/forms'
import { Alert, ButtonLink, Card, type Column, DataTable, LinkParagraph, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { saveMarksFile } from '~/models/entry/imports/save-marks-file.server'
import { type FileLine, readMarksFile } from '~/models/learning/exams/marks/marks-file-rules'
import { type GridRow, gridRows } from '~/models/learning/exams/marks/marks-grid.server'
import { readMarksSheet } from '~/models/learning/exams/marks/read-marks-sheet.server'
import { publishedObstacle } from '~/models/learning/exams/paper-rules'
import { classSection } from '~/models/people/academics/rules'
import { mayStaff } from '~/models/people/accounts/staff/permissions'
import { readImportForm, type UploadedFile } from '~/routes/school+/_shell+/__import-upload.server'
import { requireChosenGrid } from './__exam-guard.server'
import { readMarksForm } from './__marks-form.server'
import { PublishedAlert } from './__published-alert'

export const handle = pageTitle(() => 'Upload marks', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { staff, exam, paper, section } = await requireChosenGrid(context, request, params.id)
  return {
    id: exam.publicId,
    at: { paper: paper.publicId, section: section.publicId },
    subjectName: paper.subjectName,
    context: `${exam.name}, ${classSection(exam.className, section.name)}, at most ${paper.maxMarks}`,
    published: exam.published,
    mayWithdraw: mayStaff(staff.role, 'exams:edit'),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, exam, duties, paper, section } = await requireChosenGrid(context, request, params.id)
  const { form, file } = await readImportForm(request)
  const refuse = (message: string) => data({ status: 'error' as const, message, preview: null }, { status: 422 })
  const gridKey = { sessionId: exam.sessionId, sectionId: section.id, paperId: paper.id }
  if (form.get('intent') !== 'save') {
    const read = await previewOfFile(file, await gridRows(scope, gridKey), paper.maxMarks)
    return typeof read === 'string'
      ? refuse(read)
      : data({ status: 'success' as const, message: null, preview: read }, { status: 200 })
  }
  const at = { paper: paper.publicId, section: section.publicId }
  const mode = form.get('rows') === 'all' ? 'all' : 'rows'
  if (mode === 'all' && form.get('wrong') !== '0')
    return refuse('Some lines of the file are wrong, so nothing was saved. Correct the file and upload it again')
  const rows = readMarksForm(form)
  const marks = { exam: exam.publicId, ...at, rows, mode, duties } as const
  const outcome = await saveMarksFile(scope, marks, {
    name: String(form.get('file-name') || 'Marks'),
    about: `${exam.name}, ${classSection(exam.className, section.name)}, ${paper.subjectName}`,
  })
  if (!outcome.ok) return outcome.reason === 'not-found' ? foundOr404(null) : refuse(publishedObstacle)
  const { saved } = outcome.value
  const left = outcome.value.rows.filter((row) => row.problem !== null)
  if (left.length === 0)
    return redirectWithToast(schoolPaths.marks(exam.publicId, at), {
      type: 'success',
      title: 'Updated!',
      message: `${counted(saved, 'row')} saved.`,
    })
  const names = new Map((await gridRows(scope, gridKey)).map((row) => [row.publicId, row.name]))
  const problems = left.map((row) => `${names.get(row.enrollment) ?? 'A student'}: ${row.problem}`).join('. ')
  return refuse(`${saved === 0 ? 'Nothing was saved' : `${counted(saved, 'row')} saved, not these`}. ${problems}`)
}

const troubles = {
  'no-heading': 'The file needs a line with the headings Enrollment number (or Roll number) and Marks',
  'no-rows': 'No line of the file has marks',
  'other-maximum':
    'The heading of the marks names another maximum than this paper has. Check that it is the right file',
}

/**
 * Preview of a marks file (wrong lines first, then changes), or the error message if it is unreadable. Stores nothing.
 */
async function previewOfFile(file: UploadedFile | 'too-large' | null, students: readonly GridRow[], maxMarks: number) {
  if (file === null) return 'Choose a file'
  if (file === 'too-large') return 'The file is larger than 10 MB'
  const sheet = await readMarksSheet(file.bytes)
  if (!sheet.ok) return sheet.problem
  const read = readMarksFile(sheet.rows, students, maxMarks)
  if (!read.ok) return troubles[read.trouble]
  const good = read.lines.filter((line) => line.problem === null)
  return {
    fileName: file.name,
    wrong: read.lines.filter((line) => line.problem !== null),
    changes: good.filter((line) => line.before !== line.after),
    unchanged: good.filter((line) => line.before === line.after).length,
  }
}

export default function UploadMarksPage() {
  const { id, at, subjectName, context, published, mayWithdraw } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title={`Upload marks: ${subjectName}`} context={context} />
      {published ? (
        <PublishedAlert examId={id} mayWithdraw={mayWithdraw} />
      ) : answer?.preview ? (
        <MarksPreview preview={answer.preview} action={schoolPaths.uploadMarks(id, at)} />
      ) : (
        <MarksUploadForm
          action={schoolPaths.uploadMarks(id, at)}
          templateHref={schoolPaths.marksFile(id, at)}
          cancelHref={schoolPaths.marks(id, at)}
          problem={answer?.message ?? null}
        />
      )}
    </>
  )
}

type MarksUploadFormProps = { action: string; templateHref: string; cancelHref: string; problem: string | null }

function MarksUploadForm({ action, templateHref, cancelHref, problem }: MarksUploadFormProps) {
  const errors = useMemo(() => (problem === null ? [] : [{ id: 'file', message: problem }]), [problem])
  return (
    <Form method="post" action={action} encType="multipart/form-data" className="card">
      <ErrorSummary errors={errors} title="Import Failed" />
      <LinkParagraph href={templateHref} data-file label="Download the file to fill in" />
      <FileField
        label="File"
        hint="CSV, Excel (.xlsx, .xls) or OpenDocument (.ods) with the columns Enrollment number (or Roll number) and Marks. AB or A is absent, EX or ML is exempt; empty marks leave the student unchanged."
        accept=".csv,.tsv,.txt,.xlsx,.xls,.ods,text/csv"
        name="file"
        errors={problem === null ? undefined : [problem]}
      />
      <div className="actions">
        <SubmitButton busyText="Uploading...">Upload and check</SubmitButton>
        <ButtonLink href={cancelHref} variant="secondary" label="Cancel" />
      </div>
      <p className="small soft">Nothing is changed yet: you see a preview first.</p>
    </Form>
  )
}

type Preview = Exclude<Awaited<ReturnType<typeof previewOfFile>>, string>

const lineColumn: Column<FileLine> = { label: 'Line', align: 'end', cell: (row) => row.line }
const nameColumn: Column<FileLine> = {
  label: 'Student',
  role: 'title',
  cell: (row) => row.name || row.rollNumber || '–',
}

const wrongColumns: Column<FileLine>[] = [
  lineColumn,
  nameColumn,
  { label: 'Marks', cell: (row) => row.marks },
  { label: 'Problem', cell: (row) => row.problem },
]

const changeColumns: Column<FileLine>[] = [
  lineColumn,
  nameColumn,
  { label: 'Now', align: 'end', cell: (row) => row.before || '–' },
  { label: 'New', align: 'end', cell: (row) => row.after },
]

function MarksPreview({ preview, action }: { preview: Preview; action: string }) {
  const { wrong, changes, unchanged } = preview
  return (
    <div className="stack">
      <Alert tone={wrong.length > 0 ? 'warn' : 'info'} title={preview.fileName}>
        <p>{`${counted(changes.length, 'row')} to save, ${wrong.length} wrong, ${unchanged} as they are. Nothing is saved yet.`}</p>
      </Alert>
      {wrong.length > 0 ? (
        <Card title="Wrong lines">
          <DataTable caption="Wrong lines" rows={wrong} rowKey={(row) => row.line} columns={wrongColumns} />
        </Card>
      ) : null}
      {changes.length > 0 ? (
        <Card title="Lines to save">
          <DataTable caption="Lines to save" rows={changes} rowKey={(row) => row.line} columns={changeColumns} />
        </Card>
      ) : null}
      <Form method="post" action={action} className="card">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="wrong" value={wrong.length} />
        <input type="hidden" name="file-name" value={preview.fileName} />
        {changes.map((row) => (
          <span key={row.line} hidden>
            <input type="hidden" name={`marks-${row.enrollment}`} value={row.after} />
            <input type="hidden" name={`seen-${row.enrollment}`} value={row.before} />
          </span>
        ))}
        {changes.length > 0 ? (
          <RadioGroup
            name="rows"
            label="Rows to save"
            defaultValue={wrong.length > 0 ? 'rows' : 'all'}
            options={[
              { value: 'all', label: 'All or nothing', hint: 'If even one line is wrong, nothing is saved.' },
              { value: 'rows', label: 'Valid rows only', hint: 'Wrong lines are left out.' },
            ]}
          />
        ) : null}
        {changes.length > 0 ? (
          <p className="small soft">The office can take the file back for 30 days, under Import.</p>
        ) : null}
        <div className="actions">
          {changes.length > 0 ? <SubmitButton busyText="Saving...">Save marks</SubmitButton> : null}
          <ButtonLink href={action} variant="secondary" label="Another file" />
        </div>
      </Form>
    </div>
  )
}
