import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageHead } from '~/components/ui'
import { foundOr404, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { classSection, counted } from '~/models/academics/rules'
import { mayStaff } from '~/models/accounts/permissions'
import { gridRows } from '~/models/exams/marks-grid.server'
import { publishedObstacle } from '~/models/exams/paper-rules'
import { saveMarks } from '~/models/exams/save-marks.server'
import { readImportForm } from '~/routes/school+/_shell+/__import-upload.server'
import { requireChosenGrid } from './__exam-guard.server'
import { readMarksForm } from './__marks-form.server'
import { MarksPreview } from './__marks-preview'
import { previewOfFile, type UploadAnswer } from './__marks-upload.server'
import { MarksUploadForm } from './__marks-upload-form'
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
  const { scope, exam, places, paper, section } = await requireChosenGrid(context, request, params.id)
  const { form, file } = await readImportForm(request)
  const refuse = (message: string) => data<UploadAnswer>({ status: 'error', message, preview: null }, { status: 422 })
  const place = { sessionId: exam.sessionId, sectionId: section.id, paperId: paper.id }
  if (form.get('intent') !== 'save') {
    const read = await previewOfFile(file, await gridRows(scope, place), paper.maxMarks)
    return typeof read === 'string'
      ? refuse(read)
      : data<UploadAnswer>({ status: 'success', message: null, preview: read }, { status: 200 })
  }
  const at = { paper: paper.publicId, section: section.publicId }
  const mode = form.get('rows') === 'all' ? 'all' : 'rows'
  if (mode === 'all' && form.get('wrong') !== '0')
    return refuse('Some lines of the file are wrong, so nothing was saved. Correct the file and upload it again')
  const rows = readMarksForm(form)
  const outcome = await saveMarks(scope, { exam: exam.publicId, ...at, rows, mode, places })
  if (!outcome.ok) return outcome.reason === 'not-found' ? foundOr404(null) : refuse(publishedObstacle)
  const { saved } = outcome.value
  const left = outcome.value.rows.filter((row) => row.problem !== null)
  if (left.length === 0)
    return redirectWithToast(schoolPaths.marks(exam.publicId, at), {
      type: 'success',
      title: 'Updated!',
      message: `${counted(saved, 'row')} saved.`,
    })
  const names = new Map((await gridRows(scope, place)).map((row) => [row.publicId, row.name]))
  const told = left.map((row) => `${names.get(row.enrollment) ?? 'A student'}: ${row.problem}`).join('. ')
  return refuse(`${saved === 0 ? 'Nothing was saved' : `${counted(saved, 'row')} saved, not these`}. ${told}`)
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
