import { pageTitle, schoolPaths } from '~/http/school-paths'
import { deciding } from '~/kit/pages/decision.server'
import { decisionPage } from '~/kit/pages/decision-page'
import { findCardHolder, releaseCards } from '~/models/learning/report-cards/publish-cards.server'

export const handle = pageTitle(() => 'Release report card')

const notWithheld = 'The cards are not withheld.'

const page = deciding({
  may: 'exams:edit',
  find: findCardHolder,
  more: ({ name, scheme, withheld }) => ({
    title: `Release the report cards of ${name}?`,
    context: scheme.name,
    withheld,
  }),
  obstacle: ({ withheld }) => (withheld === null ? notWithheld : null),
  decide: (scope, at: { id: string; enrollmentId: string }) => releaseCards(scope, at),
  refusals: { 'not-withheld': notWithheld },
  decided: ({ id }) => schoolPaths.reportScheme(id),
  message: 'The family can now see the published cards.',
})
export const loader = page.loader
export const action = page.action

export default decisionPage<typeof loader>({
  title: ({ more }) => more.title,
  context: ({ more }) => more.context,
  submit: 'Release report cards',
  backHref: ({ at }) => schoolPaths.reportScheme(at.id),
  explanation: ({ more }) => <p>{`They were withheld: ${more.withheld}`}</p>,
})
