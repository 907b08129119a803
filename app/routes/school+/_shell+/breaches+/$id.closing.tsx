import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { closingForm } from '~/models/entry/breaches/breach-fields'
import { breaches, closeBreach } from '~/models/entry/breaches/cases.server'

export const handle = pageTitle(() => 'Close the case', { hasForm: true })

const closed = 'The case is already closed.'
const untold = 'Some affected people have not been notified yet.'

const page = deciding({
  may: 'breaches:handle',
  form: closingForm,
  find: breaches.find,
  more: ({ title }) => ({ title }),
  obstacle: ({ closedAt, people, told }) => (closedAt !== null ? closed : people > told ? untold : null),
  decide: (scope, at, { remarks }) => closeBreach(scope, at, remarks),
  refusals: { closed, untold },
  decided: (at) => schoolPaths.breach(at),
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: closingForm,
  title: 'Close the case',
  context: ({ more }) => more.title,
  submit: 'Close the case',
  backHref: ({ at }) => schoolPaths.breach(String(at)),
  explanation: (
    <p>
      This cannot be undone: after closing, no one can be added or notified; open another case for that. Facts and
      reports to the authorities can still be recorded.
    </p>
  ),
})
