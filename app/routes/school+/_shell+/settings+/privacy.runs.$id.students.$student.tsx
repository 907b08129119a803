import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { DecisionPage } from '~/kit/pages/decision-page'
import { formatDay } from '~/models/core/shared/calendar'
import { obstacleWords } from '~/models/entry/retention/obstacle-words'
import { skipReasonLabels } from '~/models/entry/retention/options'
import { listObstacles, restoreStudent } from '~/models/entry/retention/restore-data.server'
import { restoreStudentForm } from '~/models/entry/retention/restore-form'
import { findRestorable } from '~/models/entry/retention/restore-run.server'

export const handle = pageTitle(() => 'Put data back', { hasForm: true })

type At = { id: string; student: string }

const inTheWay =
  'Something else is there now: see the list. Change it first, or tick that what is there now stays and the rest comes back.'

const page = deciding({
  may: 'settings:edit',
  find: (scope, at: At) => findRestorable(scope, at),
  form: restoreStudentForm,
  more: async ({ runId, studentId, name, until }, { scope }) => ({
    name,
    until: formatDay(until, 'en'),
    obstacles: obstacleWords(await listObstacles(scope, { runId, bundle: `student:${studentId}` })),
  }),
  asksPassword: 'always',
  decide: (scope, _at, { reason, keepNewer }, found) =>
    restoreStudent(scope, found, { reason: reason ?? '', keepNewer: keepNewer === true }),
  refusals: {
    running: 'A run is under way, or is being put back. Try again when it is done.',
    'nothing-sealed': 'There is nothing to put back: it is back already.',
    'in-the-way': inTheWay,
    'in-the-way-elsewhere': 'Something that it belongs to is not there any more.',
    'later-run': `${skipReasonLabels['later-run']}: put that run back first.`,
    'too-late': `${skipReasonLabels['too-late']}.`,
    'cannot-open': `${skipReasonLabels['cannot-open']}. Ask the operator.`,
  },
  decided: ({ student }) => schoolPaths.student(student),
  message: 'The data is back, and held: no run takes it before the hold is ended.',
})
export const loader = page.loader
export const action = page.action

export default function RestoreStudentPage() {
  return (
    <DecisionPage<typeof loader>
      form={restoreStudentForm}
      title={({ more }) => `Put the data of ${more.name} back`}
      context={({ more }) => `Until ${more.until}; on the day after it is destroyed.`}
      submit="Put back"
      backHref={({ at }) => schoolPaths.retentionRun((at as At).id)}
    >
      {({ more }) => (
        <>
          <p>
            Everything that the run removed comes back as it was, with documents, photo, guardians and their accounts.
            It is held then, for this reason, until you end the hold on the student’s page.
          </p>
          {more.obstacles.length > 0 ? (
            <>
              <p>In the way:</p>
              <ul>
                {more.obstacles.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      )}
    </DecisionPage>
  )
}
