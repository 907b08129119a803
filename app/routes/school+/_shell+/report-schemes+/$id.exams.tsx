import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { ErrorSummary, SelectField } from '~/components/forms'
import { Alert, ButtonLink, Card, PageHead, SubmitButton } from '~/components/ui'
import { foundOr404, readForm, redirectWithToast } from '~/http/route.server'
import { pageTitle, schoolPaths } from '~/http/school-paths'
import { counted } from '~/models/core/shared/counted'
import { isPublicId } from '~/models/core/shared/public-id.server'
import { componentsOf } from '~/models/learning/report-cards/scheme-options'
import { examsOfScheme, mapExams } from '~/models/learning/report-cards/schemes.server'
import { requireScheme } from './__scheme-guard.server'

export const handle = pageTitle(() => 'Choose exams', { hasForm: true })

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const { scope, scheme } = await requireScheme(context, request, params.id, 'exams:edit')
  const exams = await examsOfScheme(scope, scheme.id)
  const classes = [...new Set(exams.map(({ className }) => className))]
  return {
    id: scheme.publicId,
    name: scheme.name,
    components: componentsOf(scheme.definition).map(({ term, component }) => ({
      value: component.key,
      label: `${term.name}: ${component.name}`,
    })),
    classes: classes.map((name) => ({
      name,
      exams: exams
        .filter((exam) => exam.className === name)
        .map(({ publicId, name: exam, subjects, component }) => ({
          publicId,
          name: exam,
          subjects,
          component: component ?? '',
        })),
    })),
  }
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const { scope, scheme } = await requireScheme(context, request, params.id, 'exams:edit')
  const body = await readForm(request)
  const componentByExam = new Map(
    [...body].flatMap(([name, value]): [string, string][] => {
      const exam = /^exam-(.+)$/.exec(name)?.[1]
      return isPublicId(exam) ? [[exam, String(value).slice(0, 8)]] : []
    }),
  )
  const outcome = await mapExams(scope, scheme.publicId, componentByExam)
  if (outcome.ok)
    return redirectWithToast(schoolPaths.reportScheme(scheme.publicId), {
      type: 'success',
      title: 'Updated!',
      message: outcome.value === 0 ? 'Nothing was changed.' : `${counted(outcome.value, 'exam')} changed.`,
    })
  if (outcome.reason === 'not-found') return foundOr404(null)
  const problem = 'The scheme has been changed since you opened this page. Look at the components, then save again'
  return data({ status: 'error' as const, problem, typed: Object.fromEntries(componentByExam) }, { status: 422 })
}

export default function SchemeExamsPage() {
  const { id, name, components, classes } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const errors = useMemo(() => (answer ? [{ message: answer.problem }] : []), [answer])
  const normalizeComponent = (component: string | undefined) =>
    components.some(({ value }) => value === component) ? component : ''
  return (
    <>
      <PageHead title="Choose exams" context={<a href={schoolPaths.reportScheme(id)}>{name}</a>} />
      {classes.length === 0 ? (
        <Alert tone="info">
          <p>The classes of this scheme have no exam in its session yet. Add exams with their papers first.</p>
        </Alert>
      ) : (
        <Form method="post" className="stack" key={JSON.stringify(answer)}>
          <ErrorSummary errors={errors} title="Update Failed" />
          <p className="soft">
            All papers of an exam belong to the component chosen here, each to its subject. If a component has several
            exams, they are added or averaged, or the best are taken, as set in the scheme.
          </p>
          {classes.map((one) => (
            <Card key={one.name} title={one.name}>
              {one.exams.map((exam) => (
                <SelectField
                  key={exam.publicId}
                  name={`exam-${exam.publicId}`}
                  label={exam.name}
                  hint={exam.subjects ?? 'It has no paper yet'}
                  placeholder="Not on the card"
                  defaultValue={normalizeComponent(answer?.typed[exam.publicId] ?? exam.component)}
                  options={components}
                />
              ))}
            </Card>
          ))}
          <div className="actions">
            <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
            <ButtonLink href={schoolPaths.reportScheme(id)} variant="secondary" label="Cancel" />
          </div>
        </Form>
      )}
    </>
  )
}
