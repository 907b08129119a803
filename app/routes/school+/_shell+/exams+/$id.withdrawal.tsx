import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { findExam } from '~/models/learning/exams/exam-queries.server'
import { withdrawExam } from '~/models/learning/exams/exams.server'

export const handle = pageTitle(() => 'Withdraw results', { hasForm: true })

const notPublished = 'The results are not published.'

const page = deciding({
  may: 'exams:edit',
  find: findExam,
  form: reasonForm,
  more: ({ name, className, sessionName }) => ({ title: `Withdraw ${name}?`, context: `${className}, ${sessionName}` }),
  obstacle: ({ published }) => (published ? null : notPublished),
  decide: (scope, at, { reason }) => withdrawExam(scope, at, reason),
  refusals: { 'not-published': notPublished },
  decided: schoolPaths.exam,
  message: 'Students can no longer see the results; marks can be changed.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Withdraw results',
  backHref: ({ at }) => schoolPaths.exam(at),
  explanation: (
    <p>
      Students cannot see the results until they are published again. Marks and papers can be changed until then; the
      reason is kept in the audit log.
    </p>
  ),
})
