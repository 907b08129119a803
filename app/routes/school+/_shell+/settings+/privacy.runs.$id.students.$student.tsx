import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatDay } from '~/models/core/shared/calendar'
import { obstacleWords } from '~/models/entry/retention/obstacle-words'
import { skipReasonLabels } from '~/models/entry/retention/options'
import { listObstacles, restoreStudent } from '~/models/entry/retention/restore-data.server'
import { restoreStudentForm } from '~/models/entry/retention/restore-fields'
import { findRestorable } from '~/models/entry/retention/restore-run.server'

export const handle = pageTitle(() => 'Restore data', { hasForm: true })

type At = { id: string; student: string }

const inTheWay =
  'Some of the data has been replaced: see the list. Change it first, or tick the box to keep the current data and restore the rest.'

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
  decide: (scope, _at, { reason, keepNewer }, student) =>
    restoreStudent(scope, student, { reason: reason ?? '', keepNewer: keepNewer === true }),
  refusals: {
    running: 'A run is in progress or being restored. Try again when it is done.',
    'nothing-sealed': 'There is nothing to restore: it has already been restored.',
    'in-the-way': inTheWay,
    'in-the-way-elsewhere': 'A record that it belongs to no longer exists.',
    'later-run': `${skipReasonLabels['later-run']}: restore that run first.`,
    'too-late': `${skipReasonLabels['too-late']}.`,
    'cannot-open': `${skipReasonLabels['cannot-open']}. Ask the operator.`,
  },
  decided: ({ student }) => schoolPaths.student(student),
  message: 'The data is restored and held: no run removes it before the hold ends.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: restoreStudentForm,
  title: ({ more }) => `Restore the data of ${more.name}`,
  context: ({ more }) => `Possible until ${more.until}; the data is destroyed the day after.`,
  submit: 'Restore',
  backHref: ({ at }) => schoolPaths.retentionRun((at as At).id),
  explanation: ({ more }) => (
    <>
      <p>
        Everything that the run removed is restored as it was, with documents, photo, guardians and their accounts. It
        is then held, for this reason, until you end the hold on the student’s page.
      </p>
      {more.obstacles.length > 0 ? (
        <>
          <p>Current data that is in the way:</p>
          <ul>
            {more.obstacles.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  ),
})
