import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { formatPaise } from '~/models/core/shared/money'
import { findConcession } from '~/models/money/fees/concession-queries.server'
import { concessionSize } from '~/models/money/fees/concession-rules'
import { removeConcession } from '~/models/money/fees/concessions.server'

export const handle = pageTitle(() => 'Remove concession')

const rupees = (paise: number) => formatPaise(paise, { style: 'short' })

const page = deciding({
  may: 'fees:edit',
  find: findConcession,
  more: (concession) => ({
    size: concessionSize(concession),
    what: `${concession.studentName}: ${concession.feeName ?? 'All fees'}, ${concession.sessionName}`,
    studentId: concession.studentId,
    takenPaise: concession.takenPaise,
  }),
  obstacle: ({ isRemoved }) => (isRemoved ? 'It has already been removed.' : null),
  decide: (scope, id: string) => removeConcession(scope, id),
  refusals: {
    'payment-under-way':
      'A payment is in progress for one of these instalments. Wait until it is completed, then try again.',
  },
  decided: (_at, { studentId }) => schoolPaths.studentConcessions(studentId),
  message: ({ value }) => `The concession is removed. ${rupees(value.paise)} is due again.`,
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => `Remove the concession of ${more.size}?`,
  context: ({ more }) => more.what,
  submit: 'Remove concession',
  isDangerous: true,
  backHref: ({ more }) => schoolPaths.studentConcessions(more.studentId),
  explanation: ({ more }) => (
    <p>
      {`It has reduced the dues by ${rupees(more.takenPaise)}. Unpaid dues become payable in full again; paid dues are not changed.`}
    </p>
  ),
})
