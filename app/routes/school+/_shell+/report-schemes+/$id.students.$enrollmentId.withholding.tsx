import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { reasonForm } from '~/models/core/shared/decisions/decision-fields'
import { findCardHolder, withholdCards } from '~/models/learning/report-cards/publish-cards.server'

export const handle = pageTitle(() => 'Withhold report card', { hasForm: true })

const withheld = 'The cards are withheld already.'

const page = deciding({
  may: 'exams:edit',
  find: findCardHolder,
  form: reasonForm,
  more: ({ name, className, sectionName, scheme }) => ({
    title: `Withhold the report cards of ${name}?`,
    context: `${scheme.name}, ${className} – ${sectionName}`,
  }),
  obstacle: (holder) => (holder.withheld === null ? null : withheld),
  decide: (scope, at: { id: string; enrollmentId: string }, { reason }) => withholdCards(scope, at, reason),
  refusals: { withheld },
  decided: ({ id }) => schoolPaths.reportScheme(id),
  message: 'The family sees the reason instead of the cards.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  form: reasonForm,
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Withhold report cards',
  backHref: ({ at }) => schoolPaths.reportScheme(at.id),
  explanation: (
    <p>
      The family cannot see or print this scheme’s cards, published or not, and sees your reason instead. Some states do
      not let schools withhold cards for dues: the school must decide whether it may.
    </p>
  ),
})
